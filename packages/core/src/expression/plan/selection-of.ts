import { findConstant } from "../evaluate/find-constant.ts";
import type { RowOrder } from "../evaluate/sort-rows.ts";
import type { LanguageFunction } from "../extract/all-functions.ts";
import { smallFunctions } from "../functions/index.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import { memo } from "../runtime/memo.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { hostFunctionOf, isNondeterministic } from "../tree/facts.ts";
import { isKeyOf } from "../tree/key.ts";
import { type CallNode, isRepeated, type Node, type OrderByNode, type SelectNode } from "../tree/node.ts";
import { partAboutRow } from "../tree/reads.ts";
import type { TableScope } from "../tree/scope.ts";
import { anyNode, mapTree } from "../tree/walk.ts";

/** The rows of one table that satisfy all conditions, in an order, cut off: what can be found without a list of keys. */
export interface Selection {
  readonly kind: "selection";
  readonly table: TableScope;
  /** Each about a row of the table; tried in this order, no further than the first that is not TRUE. */
  readonly conditions: readonly CheckedExpression[];
  /** Table order decides between rows that are equal in all of these. */
  readonly order: readonly RowOrder[];
  /** Counts about no row; the smallest decides, a blank one counts as 0. */
  readonly limits: readonly CheckedExpression[];
}

/** An expression that has to be evaluated to a list, and why. */
interface OtherList {
  readonly kind: "other";
  readonly reason: string;
}

/**
 * Reads `FILTER`, `SELECT` of a key, `T[key]`, `ORDERBY` and `TOP` around one another as one selection. It gives the rows
 * whose keys the expression gives, in that order, wherever evaluating both ends without an error.
 */
export const selectionOf = memo((expression: CheckedExpression): Selection | OtherList => {
  const hostFunction = hostFunctionOf(expression);
  if (hostFunction !== undefined) return other(`it calls ${hostFunction}, whose code is of the program`);
  return anyNode(expression, isNondeterministic)
    ? other("it asks for a random value")
    : read(rewrite(expression).root, expression.source);
});

function other(reason: string): OtherList {
  return { kind: "other", reason };
}

function read(node: Node, source: string): Selection | OtherList {
  if (node.op === "select") return readSelect(node, source);
  if (node.op === "order-by") return readOrderBy(node, source);
  if (isCallOf(node, "TOP")) return readTop(node, source);
  return other("only FILTER, SELECT, ORDERBY and TOP over one table are planned");
}

function readSelect({ table, condition, field, distinct, first }: SelectNode, source: string) {
  if (first) return other("LOOKUP reads one value");
  if (!isKeyOf(shiftSlots(field), 0, table)) return other("it selects a column other than the key");
  if (distinct) return other("keys without duplicates are compared as texts are");
  const conditions = condition === undefined ? [] : conjunctsAboutRow(shiftSlots(condition), source, table);
  return { kind: "selection", table, conditions, order: [], limits: [] } as const;
}

/** The outer order wins, the inner one decides between equal rows, because sorting keeps their order. */
function readOrderBy({ rows, table, keys, limit }: OrderByNode, source: string): Selection | OtherList {
  const sorted = read(rows, source);
  if (sorted.kind === "other") return sorted;
  if (sorted.limits.length > 0) return other("ORDERBY sorts rows that TOP has cut off");
  const order = keys.map(({ by, descending }) => ({
    expression: partAboutRow(shiftSlots(by), source, table),
    descending,
  }));
  const ordered = { ...sorted, order: [...order, ...sorted.order] };
  return limit === undefined ? ordered : limited(ordered, limit, source);
}

function readTop({ arguments: [list, count] }: CallNode, source: string): Selection | OtherList {
  if (list === undefined || isRepeated(list) || count === undefined || isRepeated(count))
    return other("TOP wants a list and a count");
  const cut = read(list, source);
  return cut.kind === "other" ? cut : limited(cut, count, source);
}

/** A count that reads tables would have to be evaluated before the rows are found. */
function limited(selection: Selection, count: Node, source: string): Selection | OtherList {
  const limit = partAboutRow(count, source, undefined);
  if (limit.references.tables.size > 0) return other("the count of TOP reads a table");
  return { ...selection, limits: [...selection.limits, limit] };
}

/**
 * The conditions about a row that must all be TRUE for this one to be, in the order in which AND tries them, each computed
 * column once.
 */
export const conjunctsOf = memo((condition: CheckedExpression): readonly CheckedExpression[] => {
  const { source, row } = condition;
  const { root } = rewrite(condition);
  return root.op === "and" ? conjunctsAboutRow(root, source, row) : [condition];
});

/** The same of a rewritten part in which the row is in slot 0, without a plain TRUE. */
function conjunctsAboutRow(
  part: Node,
  source: string,
  row: CheckedExpression["row"],
): readonly CheckedExpression[] {
  const conditions = part.op === "and" ? part.conditions : [part];
  const others = conditions.filter((node) => node.op !== "constant" || node.value !== true);
  return [...new Set(others.flatMap((node) => splitPart(node, source, row)))];
}

/** A part about the row in slot 0; the filter of a slice falls into the filter's own parts. */
function splitPart(node: Node, source: string, row: CheckedExpression["row"]): readonly CheckedExpression[] {
  const part = partAboutRow(node, source, row);
  return node.op === "formula" ? conjunctsOf(part) : [part];
}

/** The tree with all rows in view one slot further out: what stood in a scan of nothing else is the current row. */
function shiftSlots(root: Node): Node {
  // The row before the change is in no scan.
  return mapTree(root, (node) => ("slot" in node && node.slot > 0 ? { ...node, slot: node.slot - 1 } : node));
}

/**
 * Whether a Yes/No expression is TRUE on every row for this caller, because it is, or begins with, something that no row has
 * a say in: `OR(USERROLE() = "Admin", …)` for an Admin. OR evaluates nothing after a TRUE condition, so that cannot fail either.
 */
export function isAlwaysTrue(expression: CheckedExpression, context: RequestContext): boolean {
  const { root } = rewrite(expression);
  for (const part of root.op === "or" ? root.conditions : [root]) {
    const constant = findConstant(part, context);
    if (typeof constant === "string") return false;
    if (constant.value === true) return true;
  }
  return false;
}

/** Whether a node calls the function of this name, which every entrance to the language has. */
export function isCallOf(node: Node, name: LanguageFunction): node is CallNode {
  return node.op === "call" && node.definition === smallFunctions.get(name);
}
