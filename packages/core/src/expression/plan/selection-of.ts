import { isGroup } from "../check/check-strict-call.ts";
import type { RowOrder } from "../evaluate/sort-rows.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import { anyNode } from "../tree/any-node.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { isDrawn } from "../tree/is-drawn.ts";
import { isKeyOf } from "../tree/is-key-of.ts";
import type { CallNode, Node, OrderByNode, SelectNode } from "../tree/node.ts";
import { partAboutRow } from "../tree/part-about-row.ts";
import type { TableScope } from "../tree/scope.ts";
import { shiftSlots } from "../tree/shift-slots.ts";
import { conjunctsAboutRow } from "./conjuncts-of.ts";
import { isCallOf } from "./is-call-of.ts";

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
export interface OtherList {
  readonly kind: "other";
  readonly reason: string;
}

/**
 * Reads `FILTER`, `SELECT` of a key, `T[key]`, `ORDERBY` and `TOP` around one another as one selection. It gives the rows
 * whose keys the expression gives, in that order, wherever evaluating both ends without an error.
 */
export function selectionOf(expression: CheckedExpression): Selection | OtherList {
  const existing = selections.get(expression);
  if (existing !== undefined) return existing;
  const selection = anyNode(expression, isDrawn)
    ? other("it asks for a random value")
    : read(rewrite(expression).root, expression.source);
  selections.set(expression, selection);
  return selection;
}

const selections = new WeakMap<CheckedExpression, Selection | OtherList>();

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
  if (list === undefined || isGroup(list) || count === undefined || isGroup(count))
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
