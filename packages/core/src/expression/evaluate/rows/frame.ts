import type { Value } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { ComputedValues } from "./computed-values.ts";

type Row = readonly Value[];

/** The rows in view while one expression runs, by slot; see `RowSlot`. */
export interface Frame {
  readonly rows: Row[];
  /** The row before the change, where one is in view. */
  readonly before: Row;
  /** The values of the `let` nodes that are running, by their numbers. */
  readonly locals: Value[];
  readonly context: RequestContext;
  /** What was computed on rows already, where it may be read again. */
  readonly computed: ComputedValues | undefined;
}

/** Evaluates a node: `row` is the innermost row in view. */
export type Evaluator = (row: Row, frame: Frame) => Value;

/** Stands for a row where there is none: every column of it is blank. */
export const NO_ROW: Row = [];

/** The blank of a list. */
export const NO_ITEMS: readonly Value[] = [];

export function makeFrame(
  row: Row,
  context: RequestContext,
  before: Row = NO_ROW,
  computed?: ComputedValues,
): Frame {
  return { rows: [row], before, locals: [], context, computed };
}
