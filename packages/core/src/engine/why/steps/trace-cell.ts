import {
  type CheckedExpression,
  everyTable,
  isVolatile,
  Meter,
  type RequestContext,
  type Trace,
  type TracedColumns,
  traceExpression,
  typeName,
  writeJson,
} from "../../../expression/parts.ts";
import type { Row } from "../../../storage/index.ts";
import type { Value } from "../../../values/index.ts";

/**
 * How an expression gives its value on a row, on a budget of its own. What draws by chance would give another value, and
 * what looks at many rows would hold up other calls: of these the trace has the `value` that is known, and no parts.
 */
export function traceCell(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  { before, value, computed, isWhole = false }: CellView = {},
): Trace {
  if (isVolatile(expression)) return withoutParts(expression, value);
  const meter = new Meter({ ...context.meter.limits, fuel: LONGEST_TRACE });
  // Inherited, not copied: what of a context is read may be noted.
  const own: RequestContext = Object.create(context, { meter: { value: meter } });
  const trace = traceExpression(expression, row, own, before, computed);
  if (trace.error?.code === "limit/fuel") return withoutParts(expression, value);
  return isWhole ? concealParts(trace) : trace;
}

/** The trace of an expression that reads cells which are not for the caller: its value without the way to it. */
export function concealParts(trace: Trace): Trace {
  const { rows: _, ...root } = trace.root;
  return { ...trace, root: { ...root, parts: [], omitted: 1 } };
}

interface CellView {
  readonly before?: Row | undefined;
  /** As it was evaluated. */
  readonly value?: Value | undefined;
  readonly computed?: TracedColumns;
  /** Whether no parts are shown: they have cells that are not for the caller. */
  readonly isWhole?: boolean;
}

/** Steps that a trace of one expression may take: rows looked at, characters and items built. */
const LONGEST_TRACE = 4_096;

function withoutParts({ source, type }: CheckedExpression, value: Value = null): Trace {
  const json = writeJson(value, type);
  const about = {
    kind: "whole",
    text: source,
    start: 0,
    end: source.length,
    type: typeName(type, everyTable),
  };
  const root = { ...about, state: "evaluated", value: json, parts: [], omitted: 1 } as const;
  return { source, type: typeName(type, everyTable), value: json, root };
}
