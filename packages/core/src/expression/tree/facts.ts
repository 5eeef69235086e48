import { memo } from "../../values/index.ts";
import type { Invariant } from "../runtime/request-context.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { CallNode, Node, OrderByNode, RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import { anyNode, anyNodeOf } from "./walk.ts";

/** Whether a node brings rows into view, in a slot of their own. */
export function makesRows(
  node: Node,
): node is
  | Extract<Node, { readonly table: TableScope; readonly slot: RowSlot; readonly field: Node }>
  | OrderByNode {
  return "slot" in node && "table" in node && node.op !== "computed-key";
}

/** Whether a node itself reads the row or the `let` around it, or rows of a table, so that its value may differ from row to row. */
export function readsRows(node: Node): boolean {
  return "slot" in node || node.op === "local";
}

/** The position of a column with single values of the innermost row; undefined for any other node. */
export function ownColumn(node: Node, innermost: RowSlot): number | undefined {
  return node.op === "column" && node.slot === innermost && node.type.kind !== "List"
    ? node.index
    : undefined;
}

/** Whether a node may have another value each time it is evaluated, although nothing that it reads has changed. */
export function isNondeterministic(node: Node): boolean {
  return node.op === "call" && node.definition.isVolatile;
}

/** Whether a part of a node, or of a formula that it reads, calls a function of the program around. */
export function callsHost(node: Node): boolean {
  return anyNodeOf(node, (one) => isHostCall(one) || (one.op === "formula" && readsHost(one.formula)));
}

function isHostCall(node: Node): node is CallNode {
  return node.op === "call" && node.definition.host !== undefined;
}

const readsHost = memo((expression: CheckedExpression): boolean => anyNode(expression, isHostCall));

/** The name of a function of the program around that an expression calls, itself or in a formula that it reads. */
export const hostFunctionOf = memo((expression: CheckedExpression) => nameOfCall(expression, isHostCall));

/** The same of an asynchronous one. */
export const asyncFunctionOf = memo((expression: CheckedExpression) =>
  nameOfCall(
    expression,
    (node): node is CallNode => isHostCall(node) && node.definition.host?.isAsync === true,
  ),
);

function nameOfCall(
  expression: CheckedExpression,
  isMeant: (node: Node) => node is CallNode,
): string | undefined {
  let name: string | undefined;
  anyNode(expression, (node) => {
    if (isMeant(node)) name = node.definition.name;
    return name !== undefined;
  });
  return name;
}

/** Whether evaluating an expression twice on one row may give two values within one request. */
export const isVolatile = memo((expression: CheckedExpression): boolean =>
  anyNode(
    expression,
    (node) => isNondeterministic(node) && !(isHostCall(node) && node.definition.host?.isCached === true),
  ),
);

/** Whether a part of a node reads a row in such a slot, or is nondeterministic. */
export function variesBy(node: Node, isRow: (slot: RowSlot) => boolean): boolean {
  return anyNodeOf(
    node,
    (one) =>
      (one.op === "formula" && anyNode(one.formula, isNondeterministic)) ||
      ("slot" in one && !makesRows(one) && isRow(one.slot)) ||
      isNondeterministic(one),
  );
}

/** The innermost slot within an invariant part, whose own parts are not cached once more. */
export const NO_SLOT: RowSlot = -2;

/**
 * A node as an invariant part: it reads other tables and nothing of the rows around it, so its value is cached for the request.
 * Undefined for most nodes. `innermost` is the slot of the row around the node.
 */
export function invariantOf(node: Node, innermost: RowSlot): Invariant | undefined {
  if (innermost === NO_SLOT || variesBy(node, (slot) => slot <= innermost)) return undefined;
  const tables = new Set<string>();
  const varies = anyNodeOf(node, (one) => {
    if (makesRows(one) && one.table.items === undefined) tables.add(one.table.name);
    if (one.op === "formula") for (const table of one.formula.references.tables) tables.add(table);
    return one.op === "local";
  });
  return !varies && tables.size > 0 ? { owner: node, tables } : undefined;
}
