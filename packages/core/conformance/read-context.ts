import type { ExpressionScope } from "../src/expression/check/check-state.ts";
import type { EvaluationContext } from "../src/expression/context/evaluation-context.ts";
import { type JsonRow, ObjectReader } from "../src/expression/context/object-reader.ts";
import { requestIn } from "../src/expression/context/request.ts";
import { readScope as readScopeWith, type Scope } from "../src/expression/context/scope.ts";
import { functionsByName } from "../src/expression/extract/all-functions.ts";
import type { RequestContext } from "../src/expression/parts.ts";
import type { Value } from "../src/values/index.ts";

export { allFunctions } from "../src/expression/parts.ts";
export { equalValues, readDate, readDateTime, readTime } from "../src/values/index.ts";

/** A scope with all functions of the language, as the checker reads it. */
export function readScope(scope: Scope): ExpressionScope {
  return readScopeWith(functionsByName, scope);
}

/** A context in the form that evaluators work with. */
export interface BoundContext {
  readonly row: readonly Value[];
  readonly before: readonly Value[];
  readonly request: RequestContext;
}

/** Reads a context whole, also what no expression asks of it. Throws `EvaluationError` for what cannot be read. */
export function bindContext(scope: ExpressionScope, context: EvaluationContext): BoundContext {
  const bound = requestIn(scope, context);
  const row = readRow(scope, bound, context.row);
  const before =
    context.before === undefined ? row : readRow(scope, bound, { ...context.row, ...context.before });
  const { now, utcNow, timeZone, timeZoneName, locale, location, user, settings, parameters, inputs, meter } =
    bound;
  const read = {
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
    meter,
  };
  const request = { ...read, random: () => bound.random(), rowsOf: (name: string) => bound.rowsOf(name) };
  return { row, before, request };
}

function readRow(
  { row: table, locale }: ExpressionScope,
  { timeZone }: RequestContext,
  json: object = {},
): readonly Value[] {
  if (table === undefined) return [];
  const reader = new ObjectReader(table);
  const row = reader.makeRow();
  reader.read(json as JsonRow, row, { locale, timeZone });
  return row;
}
