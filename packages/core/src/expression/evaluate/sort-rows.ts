import { compareValues, type Family, type Value } from "../../values/index.ts";
import { TopRows } from "../runtime/many-items.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { type Type, valueFamilyOf } from "../tree/type.ts";
import { evaluatorOf, partOf } from "./compile.ts";
import type { ComputedValues } from "./computed-values.ts";
import { makeFrame, NO_ROW, type Row } from "./frame.ts";

/** A value to sort by, read on each row. */
export interface RowOrder {
  readonly expression: CheckedExpression;
  readonly descending: boolean;
}

/** A row to be sorted, each sort value computed once: its position decides between rows that are equal otherwise. */
export interface Sortable {
  readonly position: number;
  readonly values: readonly Value[];
}

/** A row with its sort values. */
export interface SortableRow extends Sortable {
  readonly row: Row;
}

/** The type of a sort value, and its direction. */
export interface SortDirection {
  readonly type: Type;
  readonly descending: boolean;
}

/** Compares rows by their sort values, blanks first, then by their positions: negative when `left` comes before `right`. */
export function inOrderOf(keys: readonly SortDirection[]): (left: Sortable, right: Sortable) => number {
  const families = keys.map(({ type }) => valueFamilyOf(type));
  const directions = keys.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (let index = 0; index < families.length; index++) {
      const [one, other] = [left.values[index] ?? null, right.values[index] ?? null];
      const difference = compareValues(one, other, families[index] as Family);
      if (difference !== 0) return difference * (directions[index] as number);
    }
    return left.position - right.position;
  };
}

/** As `inOrderOf`, of the keys of a plan. */
export function comparing(order: readonly RowOrder[]): (left: Sortable, right: Sortable) => number {
  return inOrderOf(order.map(({ expression, descending }) => ({ type: expression.type, descending })));
}

/** Calls `use` with the sort values of each row. Each row costs one step of the budget. */
export function sortValues(
  order: readonly RowOrder[],
  context: RequestContext,
): (rows: readonly Row[], use: (row: Row, at: number, values: readonly Value[]) => void) => Task<void> {
  const { meter } = context;
  const keys = order.map(({ expression }) => new RowEvaluation(expression, context));
  return function* (rows, use) {
    for (const [at, row] of rows.entries()) {
      meter.spend(1);
      if (meter.isPauseDue) yield;
      const values: Value[] = [];
      for (const key of keys) values.push(key.sync ? key.sync(row) : yield* key.task(row));
      use(row, at, values);
    }
  };
}

/** The first `limit` of the rows in the order of the keys, blanks first. Equal rows keep their order. */
export function* orderRows(
  rows: readonly Row[],
  order: readonly RowOrder[],
  context: RequestContext,
  limit: number = Number.POSITIVE_INFINITY,
): Task<readonly Row[]> {
  const top = new TopRows<SortableRow>(limit, comparing(order));
  yield* sortValues(order, context)(rows, (row, position, values) => top.add({ row, position, values }));
  const sorted = yield* top.sortedAsTask(context.meter);
  return sorted.map(({ row }) => row);
}

/**
 * The value of an expression on one row. `before` is the row before the change, where the expression may ask for it.
 * Throws `EvaluationError` when a limit is reached or a result cannot be kept. `computed` is shared by evaluations on one row. `around` are the rows around it, where
 * the expression is about the innermost of several.
 */
export function evaluateRow(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before?: Row,
  computed?: ComputedValues,
  around?: readonly Row[],
): Value {
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const value = evaluatorOf(expression)(row, makeFrame(row, context, before, computed, around));
  computed?.keep(expression, row, value);
  return value;
}

/** As `evaluateRow`, with pauses wherever they are due. */
export function* evaluateAsTask(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before?: Row,
  computed?: ComputedValues,
  around?: readonly Row[],
): Task<Value> {
  const { sync, task } = partOf(expression);
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const frame = makeFrame(row, context, before, computed, around);
  const value = sync ? sync(row, frame) : yield* task(row, frame);
  computed?.keep(expression, row, value);
  return value;
}

/** `evaluateRow` for many rows of one request, one after the other: what does not change from row to row is made once. */
export function rowEvaluatorIn(expression: CheckedExpression, context: RequestContext): (row: Row) => Value {
  const evaluate = evaluatorOf(expression);
  const frame = makeFrame(NO_ROW, context);
  return (row) => {
    frame.rows[0] = row;
    return evaluate(row, frame);
  };
}

/**
 * An expression on one row after another of a request, as a closure where it is one, else as a task:
 * `evaluation.sync ? evaluation.sync(row) : yield* evaluation.task(row)`.
 */
export class RowEvaluation {
  readonly sync: ((row: Row) => Value) | undefined;
  readonly #task: (row: Row) => Task<Value>;

  constructor(expression: CheckedExpression, context: RequestContext) {
    this.sync = partOf(expression).sync && rowEvaluatorIn(expression, context);
    this.#task = (row) => evaluateAsTask(expression, row, context);
  }

  task(row: Row): Task<Value> {
    return this.#task(row);
  }
}
