import { compareValues, equalValues, sameKey, type Value } from "../../values/index.ts";
import { itemsOf, negate } from "../operators/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { keyOf, rowOfItem } from "../tree/key.ts";
import {
  BEFORE,
  type BinaryNode,
  type CallNode,
  type ConditionalNode,
  type ExtremeRowNode,
  isRepeated,
  type Node,
  type OrderByNode,
  type OrderKey,
  type RowSlot,
  type TryNode,
} from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import { type Type, valueFamilyOf } from "../tree/type.ts";
import { unwind } from "../tree/walk.ts";
import { NO_ROW, readParameter } from "./frame.ts";

type Row = readonly Value[];

/** What a node can see. A node that brings a row or a local into view makes a new view; no view ever changes. */
interface View extends ReferenceView {
  readonly rows: readonly Row[];
  readonly before: Row;
  readonly locals: readonly Value[];
  readonly context: RequestContext;
}

/** What a walk has in common with others. */
interface ReferenceView {
  /** The values of computed columns on rows: each is computed once. */
  readonly computed: Map<Row, Map<CheckedExpression, Value>>;
  readonly access: RowAccess;
  readonly observer: Observer | undefined;
}

/**
 * What an expression means: a walk over its tree that takes every node by its definition, without indexes, closures or
 * limits of its own. It shares the evaluators of single functions and operators with the others and nothing else. Tests
 * hold every other evaluator against it; only an error on a row that an index passes over need not be met.
 */
export function evaluateReference(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before: Row = NO_ROW,
  around: readonly Row[] = [],
): Value {
  const shared = { computed: new Map(), access: everyRow, observer: undefined };
  return evaluate(expression.root, { ...shared, rows: [...around, row], before, locals: [], context });
}

/** The same walk with an observer, with another access to rows of other tables, or with values that others computed. */
export function observeReference(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before: Row,
  shared: ReferenceView,
): Value {
  return evaluate(expression.root, { ...shared, rows: [row], before, locals: [], context });
}

function evaluate(node: Node, view: View): Value {
  const { observer, rows } = view;
  if (observer === undefined) return compute(node, view);
  observer.enter(node, rows);
  const value = compute(node, view);
  observer.leave(value);
  return value;
}

function compute(node: Node, view: View): Value {
  switch (node.op) {
    case "constant":
      return node.value;
    case "column":
      return rowAt(node.slot, view)[node.index] ?? blankOf(node.type);
    case "computed-key":
      return keyOf(rowAt(node.slot, view), node.table);
    case "formula":
      return evaluateFormula(node.formula, rowAt(node.slot, view), view);
    case "parameter":
      return readParameter(node, view.context);
    case "let":
      return evaluate(node.body, withLocal(view, node.local, evaluate(node.value, view)));
    case "local":
      return view.locals[node.local] ?? null;
    case "dereference": {
      const ref = evaluate(node.ref, view);
      const row = ref === null ? undefined : findRow(node.table, ref, view);
      return row === undefined ? blankOf(node.type) : evaluate(node.field, withRow(view, node.slot, row));
    }
    case "list-dereference": {
      const rows = itemsOf(evaluate(node.refs, view)).map((key) => findRow(node.table, key, view));
      return valuesOn(
        rows.filter((row) => row !== undefined),
        node,
        view,
      );
    }
    case "binary":
      return evaluateBinary(node, view);
    case "negate":
      return negate(evaluate(node.operand, view));
    case "convert":
      return node.conversion.convert(evaluate(node.operand, view), view.context);
    case "and":
      return node.conditions.every((condition) => evaluate(condition, view) === true);
    case "or":
      return node.conditions.some((condition) => evaluate(condition, view) === true);
    case "conditional":
      return evaluate(chosen(node, view), view);
    case "try":
      return evaluateTry(node, view);
    case "list":
      return node.items.map((item) => evaluate(item, view));
    case "call":
      return evaluateCall(node, view);
    case "select": {
      const rows = candidates(node, view);
      if (!node.first) return valuesOn(rows, node, view);
      const row = rows.find((one) => holds(node.condition, withRow(view, node.slot, one)));
      return row === undefined ? blankOf(node.type) : evaluate(node.field, withRow(view, node.slot, row));
    }
    case "extreme-row":
      return evaluateExtremeRow(node, view);
    case "order-by":
      return evaluateOrderBy(node, view);
  }
}

function evaluateTry({ value, otherwise }: TryNode, view: View): Value {
  const place = view.observer?.place();
  let result: Value = null;
  try {
    result = evaluate(value, view);
  } catch (thrown) {
    if (!EvaluationError.isOfValue(thrown)) throw thrown;
    view.observer?.fail(place ?? 0);
  }
  return result === null ? evaluate(otherwise, view) : result;
}

function evaluateFormula(formula: CheckedExpression, row: Row, view: View): Value {
  const { computed } = view;
  const values = computed.get(row) ?? new Map<CheckedExpression, Value>();
  computed.set(row, values);
  const existing = values.get(formula);
  if (existing !== undefined) return existing;
  const value = evaluate(formula.root, { ...view, rows: [row], before: NO_ROW, locals: [] });
  values.set(formula, value);
  return value;
}

function rowAt(slot: RowSlot, view: View): Row {
  const row = slot === BEFORE ? view.before : view.rows[slot];
  return row === undefined ? NO_ROW : row;
}

function blankOf(type: Type): Value {
  return type.kind === "List" ? [] : null;
}

function withRow(view: View, slot: RowSlot, row: Row): View {
  const rows = [...view.rows];
  rows[slot] = row;
  return { ...view, rows };
}

function withLocal(view: View, local: number, value: Value): View {
  const locals = [...view.locals];
  locals[local] = value;
  return { ...view, locals };
}

function findRow(table: TableScope, key: Value, { context, access }: View): Row | undefined {
  if (table.items !== undefined) return rowOfItem(key, table);
  return access.rowOf(context, table, key);
}

function candidates(scan: Scanned, view: View): readonly Row[] {
  if (scan.refs !== undefined)
    return itemsOf(evaluate(scan.refs, view))
      .map((key) => findRow(scan.table, key, view))
      .filter((row) => row !== undefined);
  const unobserved = { ...view, observer: undefined };
  return view.access.candidates(view.context, scan, (node) => evaluate(node, unobserved));
}

function holds(condition: Node | undefined, view: View): boolean {
  return condition === undefined || evaluate(condition, view) === true;
}

interface Scan {
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
  readonly field: Node;
  readonly distinct: boolean;
}

function valuesOn(rows: readonly Row[], { slot, condition, field, distinct }: Scan, view: View): Value {
  const views = rows.map((row) => withRow(view, slot, row));
  const values = views.flatMap((one) => (holds(condition, one) ? [evaluate(field, one)] : []));
  if (!distinct) return values;
  const family = valueFamilyOf(field.type);
  return values.filter(
    (value, index) => values.findIndex((one) => equalValues(one, value, family)) === index,
  );
}

/** From the left; a chain of operators is walked in a loop, as it may be thousands long. */
function evaluateBinary(node: BinaryNode, view: View): Value {
  const { first, steps } = unwind(node);
  for (let at = steps.length - 2; at >= 0; at--) view.observer?.enter(steps[at] as BinaryNode, view.rows);
  let value = evaluate(first, view);
  for (const step of steps) {
    value = step.rule.evaluate(value, evaluate(step.right, view));
    if (step !== node) view.observer?.leave(value);
  }
  return value;
}

function chosen({ branches, otherwise }: ConditionalNode, view: View): Node {
  return branches.find(({ condition }) => evaluate(condition, view) === true)?.value ?? otherwise;
}

/** Arguments are evaluated from the left; a blank one ends the call where the function skips blanks. */
function evaluateCall({ definition, evaluator, arguments: parts }: CallNode, view: View): Value {
  const values: unknown[] = [];
  for (const part of parts) {
    const value = isRepeated(part) ? part.map((one) => evaluate(one, view)) : part && evaluate(part, view);
    if (value === null && definition.skipsBlanks) return null;
    values.push(value);
  }
  return definition.isPure ? evaluator(...values) : evaluator(...values, view.context);
}

function evaluateExtremeRow(node: ExtremeRowNode, view: View): Value {
  const { slot, condition, by, greatest, field } = node;
  const views = candidates(node, view).map((row) => withRow(view, slot, row));
  const counted = views
    .filter((one) => holds(condition, one))
    .map((one) => ({ view: one, value: evaluate(by, one) }))
    .filter(({ value }) => value !== null);
  const family = valueFamilyOf(by.type);
  const direction = greatest ? -1 : 1;
  const [best] = counted.sort((a, b) => compareValues(a.value, b.value, family) * direction);
  return best === undefined ? null : evaluate(field, best.view);
}

function evaluateOrderBy({ rows, table, slot, keys, limit }: OrderByNode, view: View): Value {
  const refs = itemsOf(evaluate(rows, view));
  const most = limit === undefined ? refs.length : Math.max(0, (evaluate(limit, view) ?? 0) as number);
  if (most === 0) return [];
  const missing = refs.filter((key) => findRow(table, key, view) === undefined);
  const matches = refs.flatMap((key) => {
    const row = findRow(table, key, view);
    return row === undefined
      ? []
      : [{ key, values: keys.map(({ by }) => evaluate(by, withRow(view, slot, row))) }];
  });
  matches.sort((a, b) => compareByKeys(a.values, b.values, keys));
  return [...matches.map(({ key }) => key), ...missing].slice(0, most);
}

function compareByKeys(left: readonly Value[], right: readonly Value[], keys: readonly OrderKey[]): number {
  for (const [index, { by, descending }] of keys.entries()) {
    const order = compareValues(left[index] ?? null, right[index] ?? null, valueFamilyOf(by.type));
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Follows the reference evaluator: each node is entered, then left with its value; after an error nothing more is. */
export interface Observer {
  /** `rows` are those in view, by slot. */
  enter(node: Node, rows: readonly (readonly Value[])[]): void;
  leave(value: Value): void;
  /** How many nodes are being evaluated. */
  place(): number;
  /** All but so many of them have ended in an error that the walk goes on after. */
  fail(place: number): void;
}

/** How the reference evaluator comes by rows of other tables. */
export interface RowAccess {
  /** The first row of the key, exactly; a blank key names none. */
  rowOf(context: RequestContext, table: TableScope, key: Value): Row | undefined;
  /** The rows that a scan tries its condition on; `evaluate` gives what reads nothing of the scanned row. */
  candidates(context: RequestContext, scan: Scanned, evaluate: (node: Node) => Value): readonly Row[];
}

interface Scanned {
  readonly refs?: Node;
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
}

/** By the definition: every row is looked at. */
const everyRow: RowAccess = {
  rowOf: (context, table, key) =>
    key === null ? undefined : context.rowsOf(table.name).rows.find((row) => sameKey(keyOf(row, table), key)),
  candidates: (context, { table }) => context.rowsOf(table.name).rows,
};
