import type { Value } from "../../values/index.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { BoundRequest } from "./bound-request.ts";
import type { JsonRow } from "./cell-reader.ts";
import type { EvaluationContext } from "./public-scope.ts";
import { RowReader } from "./row-reader.ts";

/** A context of the public face in the form the evaluators work with. */
export interface BoundContext {
  readonly row: readonly Value[];
  readonly before: readonly Value[];
  readonly request: RequestContext;
}

/** Reads the whole of a context, whatever an expression may ask of it. Throws `EvaluationError` for what does not read. */
export function bindContext(scope: ExpressionScope, context: EvaluationContext): BoundContext {
  const bound = new BoundRequest(scope, context);
  const { now, utcNow, timeZone, timeZoneName, locale, location, user, settings, parameters, inputs } = bound;
  const row = readRow(scope, bound, context.row);
  return {
    row,
    before: context.before === undefined ? row : readRow(scope, bound, rowBefore(context)),
    request: {
      now,
      utcNow,
      timeZone,
      timeZoneName,
      locale,
      location,
      user,
      settings,
      parameters,
      inputs,
      random: () => bound.random(),
      rowsOf: (name) => bound.rowsOf(name),
      meter: bound.meter,
    },
  };
}

/** The row before the change: columns that `before` does not name did not change. */
export function rowBefore({ row, before }: EvaluationContext): JsonRow {
  return { ...row, ...before };
}

function readRow(
  { row: table }: ExpressionScope,
  { forms }: BoundRequest,
  json: object = {},
): readonly Value[] {
  if (table === undefined) return [];
  const reader = new RowReader(table);
  const row = reader.makeRow();
  reader.read(json as JsonRow, row, forms);
  return row;
}
