import type { Value } from "../../values/index.ts";
import { top } from "../functions/list/top.ts";
import { foldConstants } from "../operators/fold-constants.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import {
  type BinaryNode,
  type CallNode,
  type ConditionalNode,
  constant,
  type DereferenceNode,
  type FormulaNode,
  type ListDereferenceNode,
  type ListNode,
  type LogicNode,
  type Node,
  type RowSlot,
} from "../tree/node.ts";
import { anyNodeOf, countNodes, mapTree, nodesOf } from "../tree/walk.ts";
import { findBounds, operandAndConstant } from "./bounded-comparison.ts";

/**
 * The one pass between the checker and all that evaluates, plans or compiles to SQL: parts made of constants are computed,
 * AND, OR and IF within their like are one, and comparisons with a constant know their bounds. Made once and kept.
 */
export function rewrite(expression: CheckedExpression): RewrittenExpression {
  return expression.rewrittenBy(rewriteTree);
}

function rewriteTree(expression: CheckedExpression): RewrittenExpression {
  const { root, references } = expression;
  const inlined = references.formulas.length === 0 ? root : inlineFunctions(root);
  return new RewrittenExpression(expression, mapTree(inlined, rewriteNode));
}

/** A node whose parts are rewritten; one that has been rewritten itself stays what it is. */
export function rewriteNode(node: Node): Node {
  switch (node.op) {
    case "and":
    case "or":
      return flattenLogic(node);
    case "conditional":
      return flattenConditional(node);
    case "list":
      return foldList(node);
    case "list-dereference":
      return joinScans(node);
    case "dereference":
      return fieldOfMade(node);
  }
  const folded = foldConstants(node);
  if (folded.op === "call") return limitOrderBy(folded);
  if (folded.op !== "binary") return folded;
  return distributeComparison(folded, rewriteNode) ?? findBounds(folded);
}

function foldList(node: Extract<Node, { op: "list" }>): Node {
  const { items, type } = node;
  const values = items.flatMap((item) => (item.op === "constant" ? [item.value] : []));
  return values.length < items.length ? node : constant(values, type, node);
}

/**
 * `MAP(FILTER(list, condition), value)` as one scan, where a condition that comes later cannot fail, so that the first error stays the
 * first.
 */
function joinScans(node: ListDereferenceNode): ListDereferenceNode {
  const { refs: inner, slot, table } = node;
  if (inner.op !== "list-dereference" || inner.distinct || inner.slot !== slot) return node;
  if (node.condition !== undefined || table.items === undefined) return node;
  if (inner.field.op !== "computed-key" || inner.field.slot !== slot) return node;
  if (inner.condition !== undefined && anyNodeOf(inner.condition, (one) => !isSure(one))) return node;
  return { ...node, refs: inner.refs, condition: inner.condition };
}

/** Whether a node gives a value whatever the values below it are. */
function isSure(node: Node): boolean {
  return SURE.has(node.op) || (node.op === "binary" && node.rule.id === "comparison");
}

const SURE: ReadonlySet<Node["op"]> = new Set(["constant", "column", "and", "or"]);

/** A field of an object that the expression makes itself is the item that is given for it; of IFS, that of each branch. */
function fieldOfMade(node: DereferenceNode): Node {
  const { ref, table, slot, field, type, start, end } = node;
  if (table.items !== "objects" || field.op !== "column" || field.slot !== slot) return node;
  const of = (object: Node): Node | undefined => {
    if (object.op === "let") {
      const body = of(object.body);
      return body && { ...object, body, type };
    }
    if (object.op === "conditional") {
      const values = [...object.branches.map(({ value }) => value), object.otherwise].map(of);
      if (values.includes(undefined)) return undefined;
      const branches = object.branches.map(({ condition }, at) => ({ condition, value: values[at] as Node }));
      return { op: "conditional", branches, otherwise: values.at(-1) as Node, type, start, end };
    }
    if (object.op === "constant") {
      const blank = type.kind === "List" ? [] : null;
      const value = Array.isArray(object.value)
        ? ((object.value as readonly Value[])[field.index] ?? blank)
        : blank;
      return constant(value, type, node);
    }
    // What is left out is not computed, and so must not be such as fails.
    if (object.op !== "list" || !object.items.every(isPlain)) return undefined;
    return object.items[field.index];
  };
  return of(ref) ?? node;
}

function isPlain({ op }: Node): boolean {
  return op === "constant" || op === "column" || op === "local" || op === "parameter";
}

/** `IF(a, x, IF(b, y, z))` has the branches of both. */
function flattenConditional(node: ConditionalNode): ConditionalNode {
  const { branches, otherwise: inner } = node;
  if (inner.op !== "conditional") return node;
  return { ...node, branches: [...branches, ...inner.branches], otherwise: inner.otherwise };
}

/** `AND(a, AND(b, c))` has the conditions of both; OR alike. */
function flattenLogic(node: LogicNode): LogicNode {
  const { op, conditions } = node;
  const parts = (one: Node) => (one.op === op ? one.conditions : [one]);
  return conditions.some((one) => one.op === op) ? { ...node, conditions: conditions.flatMap(parts) } : node;
}

/** `TOP(ORDERBY(…), count)` as an ORDERBY that stops there, so that it need not sort all rows. */
function limitOrderBy(call: CallNode): Node {
  if (call.definition !== top) return call;
  const [list, count] = call.arguments as readonly [Node, Node];
  if (list.op !== "order-by" || list.limit !== undefined) return call;
  return { ...list, limit: count, start: call.start, end: call.end };
}

/** A checked expression as evaluators, plans and SQL read it. Only `rewrite` makes it. */
class RewrittenExpression {
  readonly checked: CheckedExpression;
  /** Gives the same value as the checked tree, or the same error, at less cost. */
  readonly root: Node;
  #compiled: unknown;

  constructor(checked: CheckedExpression, root: Node) {
    this.checked = checked;
    this.root = root;
  }

  /** What `compile` makes of the tree, at the first call, and kept with it. Every call names the same function. */
  compiledBy<C>(compile: (expression: RewrittenExpression) => C): C {
    this.#compiled ??= compile(this);
    return this.#compiled as C;
  }
}

/**
 * A comparison of an IF with a constant as an IF of comparisons, so that branches that are constants are decided in
 * advance; undefined for anything else.
 */
function distributeComparison(node: BinaryNode, rewriteNode: (node: Node) => Node): Node | undefined {
  const { left, rule, type, start, end } = node;
  const [operand, constant] = operandAndConstant(node);
  if (operand.op !== "conditional" || constant.op !== "constant" || rule.result !== "Yes/No")
    return undefined;
  const compare = (value: Node) =>
    rewriteNode(operand === left ? { ...node, left: value } : { ...node, right: value });
  const branches = operand.branches.map(({ condition, value }) => ({ condition, value: compare(value) }));
  return { ...operand, branches, otherwise: compare(operand.otherwise), type, start, end };
}

/** A call of a function with an expression for a body: the body on the object that the arguments are. */
type FormulaCall = DereferenceNode & { readonly ref: ListNode; readonly field: FormulaNode };

function isFormulaCall(node: Node): node is FormulaCall {
  if (node.op !== "dereference" || node.table.items === undefined) return false;
  return node.ref.op === "list" && node.field.op === "formula" && node.field.slot === node.slot;
}

/** A tree may become as many nodes long by its calls; what is longer is called. */
const MOST_NODES = 4_096;

/**
 * The tree with the bodies of the functions that it calls in the place of the calls, so that SQL, indexes and plans see through them.
 * An argument that is more than a column or a constant is computed once, before the body.
 */
export function inlineFunctions(root: Node): Node {
  if (!anyNodeOf(root, isFormulaCall)) return root;
  return new Inlining(root).inline(root);
}

class Inlining {
  #nodes = 0;
  #locals = 0;

  constructor(root: Node) {
    for (const node of nodesOf(root))
      if (node.op === "let") this.#locals = Math.max(this.#locals, node.local + 1);
  }

  inline(root: Node): Node {
    return mapTree(root, (node) => (isFormulaCall(node) ? this.#body(node) : node));
  }

  #body(call: FormulaCall): Node {
    const { formula } = call.field;
    this.#nodes += countNodes(formula.root);
    if (this.#nodes > MOST_NODES) return call;
    const lets: { readonly local: number; readonly value: Node }[] = [];
    const given = call.ref.items.map((value): Node => {
      if (isPlain(value)) return value;
      const local = this.#locals++;
      lets.push({ local, value });
      const { type, start, end } = value;
      return { op: "local", local, type, start, end };
    });
    const body = this.inline(moved(formula.root, call.slot, given, this.#renumbered(formula.root)));
    const { type, start, end } = call;
    const span = { type, start, end };
    return lets.reduceRight<Node>(
      (inner, { local, value }) => ({ op: "let", local, value, body: inner, ...span }),
      { ...body, ...span },
    );
  }

  /** The locals of a body by numbers that nothing around it has. */
  #renumbered(root: Node): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    for (const node of nodesOf(root)) if (node.op === "let") numbers.set(node.local, this.#locals++);
    return numbers;
  }
}

/** A body where it is called: its parameters are the arguments, and rows that it scans lie within those in view. */
function moved(root: Node, slot: RowSlot, given: readonly Node[], locals: ReadonlyMap<number, number>): Node {
  return mapTree(root, (node) => {
    if (node.op === "column" && node.slot === 0) return given[node.index] as Node;
    if ((node.op === "let" || node.op === "local") && locals.has(node.local))
      return { ...node, local: locals.get(node.local) as number };
    if (!("slot" in node) || node.slot <= 0) return node;
    return { ...node, slot: node.slot + slot - 1 };
  });
}
