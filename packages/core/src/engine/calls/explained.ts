import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { EvaluationError, explainEvaluationError } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { ConstraintViolation, UnreadableValue } from "../../storage/index.ts";
import { refusedRow } from "./refused-row.ts";

/**
 * Runs a call. A limit met by an expression that belongs to no row of the request, a row that a database refuses because of
 * what followed from the call, and a value in a database that is none are errors of the call as a whole.
 */
export async function explained<T>(
  app: AppDefinition,
  work: Promise<T>,
  refuse: (diagnostics: readonly Diagnostic[]) => T,
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    return refuse(explainThrown(app, thrown));
  }
}

/** The errors that what a call has thrown stands for; throws what is our own error. `isReader`: whether its caller may find rows. */
export function explainThrown(app: AppDefinition, thrown: unknown, isReader = true): readonly Diagnostic[] {
  if (thrown instanceof EvaluationError) return [explainEvaluationError(thrown)];
  if (thrown instanceof ConstraintViolation) return [refusedRow(thrown, {})];
  if (thrown instanceof UnreadableValue) return [unreadable(app, thrown, isReader)];
  throw thrown;
}

/**
 * Of a table with a security filter neither key nor value is shown: the row may be one that the caller does not see. Nor are they
 * to a caller who may not find rows.
 */
function unreadable(
  app: AppDefinition,
  { table, column, key, value }: UnreadableValue,
  isReader: boolean,
): Diagnostic {
  const isPublic = isReader && app.tables.get(table)?.securityFilter === undefined;
  const shown = isPublic && key !== undefined ? { key, value } : {};
  return diagnose("server/unreadable-value", { table, column, ...shown });
}
