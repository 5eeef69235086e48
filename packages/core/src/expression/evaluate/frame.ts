import type { Value } from "../../values/index.ts";
import { EvaluationError, PendingAnswer } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { runToEnd, type Task } from "../runtime/time-slice.ts";
import { rowOfItem } from "../tree/key.ts";
import type { Node, ParameterNode, RowSlot } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import type { ComputedValues } from "./computed-values.ts";

/**
 * The stored columns of a row in their table's order, then its row number (`_RowNumber`, from 1).
 * Nothing changes a row that a store has handed out: an edit makes a new array.
 */
export type Row = readonly Value[];

/** The rows in view while one expression runs, by slot; see `RowSlot`. */
export interface Frame {
  readonly rows: Row[];
  /** The row before the change, where one is in view. */
  readonly before: Row;
  /** The values of the `let` nodes that are running, by their numbers. */
  readonly locals: Value[];
  readonly context: RequestContext;
  /** The values of computed columns that several parts of the expression read. */
  readonly computed: ComputedValues | undefined;
}

/** Evaluates a node: `row` is the innermost row in view. */
export type Evaluator<T = Value> = (row: Row, frame: Frame) => T;

/** Evaluates a node with pauses. */
export type TaskEvaluator<T = Value> = (row: Row, frame: Frame) => Task<T>;

/**
 * A compiled node. A value is a closure, `sync`. A scan, and whatever contains one, is a task, so that it can pause:
 * `part.sync ? part.sync(row, frame) : yield* part.task(row, frame)`.
 */
export type Part<T = Value> =
  | { readonly sync: Evaluator<T>; readonly task?: undefined }
  | { readonly sync?: undefined; readonly task: TaskEvaluator<T> };

/** Compiles a node below the one at work. `innermost` is the slot of the row that it is given, by default the same one. */
export type Compile = (node: Node, innermost?: RowSlot) => Part;

/**
 * A faster closure for one shape of node, undefined for every other shape. It gives the value and the errors of the plain
 * closure. A test compares them, and each carries its figure.
 */
export type FastShape = (node: Node, innermost: RowSlot, compile: Compile) => Part | undefined;

/** A part as a closure: a task runs to its end, without a pause. */
export function syncOf(part: Part): Evaluator {
  return part.sync ?? ((row, frame) => runToEnd(part.task(row, frame)));
}

/** The closures of parts that are all closures; undefined where one is a task. */
export function closuresOf(parts: readonly Part[]): readonly Evaluator[] | undefined {
  const closures: Evaluator[] = [];
  for (const { sync } of parts) {
    if (sync === undefined) return undefined;
    closures.push(sync);
  }
  return closures;
}

/**
 * The row that something stands for: the row of a table by its key, which may be missing, and an item of a list itself. A blank
 * names no row of a table.
 */
export function rowFinder(table: TableScope): (context: RequestContext) => (key: Value) => Row | undefined {
  if (table.items !== undefined) {
    const find = (item: Value) => rowOfItem(item, table);
    return () => find;
  }
  return (context) => {
    const rows = context.rowsOf(table.name);
    return (key) => (key === null ? undefined : rows.find(key));
  };
}

/** Stands for a row where there is none: every column of it is blank. */
export const NO_ROW: Row = [];

/** The blank of a list. */
export const NO_ITEMS: readonly Value[] = [];

/** A frame about one row: in slot 0, or after the rows `around` it. Without `before`, reads of the row before a change are blank. */
export function makeFrame(
  row: Row,
  context: RequestContext,
  before: Row = NO_ROW,
  computed?: ComputedValues,
  around: readonly Row[] = [],
): Frame {
  return { rows: [...around, row], before, locals: [], context, computed };
}

/**
 * The value that a call binds to a parameter: blank where it binds none, which a strict scope does not take. Where a list is expected, one value is a list of
 * one; a list where one value is expected throws `EvaluationError`.
 */
export function readParameter({ from, name, isList }: ParameterNode, context: RequestContext): Value {
  const given = context[from].get(name);
  if (given === undefined && from === "parameters" && context.isStrict === true)
    throw new EvaluationError("run/missing-value", { name });
  const value = given ?? null;
  if (isList === true) {
    const items = Array.isArray(value) ? value : value === null ? [] : [value];
    context.meter.buildList(items.length);
    return items;
  }
  if (!Array.isArray(value)) return value;
  throw new EvaluationError("run/unreadable-input", { name, shown: "A list", type: "a single value" });
}

/** What a function makes of the value of a part. */
export function mapped<A, B>({ sync, task }: Part<A>, compute: (value: A, frame: Frame) => B): Part<B> {
  return sync
    ? { sync: (row, frame) => compute(sync(row, frame), frame) }
    : {
        *task(row, frame) {
          return compute(yield* task(row, frame), frame);
        },
      };
}

/** A part, and in place of an error of it what `handle` gives or throws. */
export function caught<T>({ sync, task }: Part<T>, handle: (thrown: unknown, frame: Frame) => T): Part<T> {
  return sync
    ? {
        sync(row, frame) {
          try {
            return sync(row, frame);
          } catch (thrown) {
            return handle(thrown, frame);
          }
        },
      }
    : {
        *task(row, frame) {
          try {
            return yield* task(row, frame);
          } catch (thrown) {
            return handle(thrown, frame);
          }
        },
      };
}

/** The values of parts, from the left. */
export function listed(parts: readonly Part[]): Part<readonly Value[]> {
  const closures = closuresOf(parts);
  if (closures !== undefined) return { sync: (row, frame) => closures.map((item) => item(row, frame)) };
  return {
    *task(row, frame) {
      const values: Value[] = [];
      for (const part of parts) values.push(part.sync ? part.sync(row, frame) : yield* part.task(row, frame));
      return values;
    },
  };
}

/** A part about each row of a scan: where an answer of the program is pending the scan goes on, so that all are asked for together. */
export function deferring(part: Part, { type }: Node): Part {
  const blank = type.kind === "List" ? NO_ITEMS : null;
  return caught(part, (thrown, { context }) => {
    if (context.host?.defers(thrown)) return blank;
    throw thrown;
  });
}

/** A scan whose value counts only if no row of it was deferred. */
export function settling(part: Part): Part {
  return {
    *task(row, frame) {
      const { host } = frame.context;
      const before = host?.deferred;
      let value: Value = null;
      try {
        value = part.sync ? part.sync(row, frame) : yield* part.task(row, frame);
      } catch (thrown) {
        if (host?.deferred === before || !EvaluationError.isOfValue(thrown)) throw thrown;
      }
      if (host?.deferred !== before) throw new PendingAnswer("");
      return value;
    },
  };
}
