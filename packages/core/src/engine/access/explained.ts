import { type Diagnostic, diagnose, type Location } from "../../diagnostics/index.ts";
import { EvaluationError, explainEvaluationError } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { ConstraintViolation, ReadLost, UnreadableValue } from "../../storage/index.ts";
import type { EngineRequest, Nameable } from "../calls/request.ts";
import { mayFind } from "./nameable.ts";

/**
 * Runs a call. A limit met by an expression that belongs to no row of the request, a row that a database refuses because of
 * what followed from the call, and a value in a database that is none are errors of the call as a whole.
 */
export async function explained<T>(
  app: AppDefinition,
  work: Promise<T>,
  refuse: (diagnostics: readonly Diagnostic[]) => T,
  caller: Caller = {},
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    return refuse(explainThrown(app, thrown, caller));
  }
}

/** What the caller of a call may know the names of; an operator all. */
type Caller = Pick<EngineRequest, "nameable">;

/** The errors that what a call has thrown means; throws what is our own error. */
export function explainThrown(app: AppDefinition, thrown: unknown, caller: Caller): readonly Diagnostic[] {
  if (thrown instanceof EvaluationError) return [explainEvaluationError(thrown)];
  if (thrown instanceof ConstraintViolation) return [refusedRow(thrown, {}, app)];
  if (thrown instanceof UnreadableValue) return [unreadable(app, thrown, caller)];
  throw thrown;
}

/**
 * Of a table with a security filter neither key nor value is shown: the row may be one that the caller does not see. Nor are
 * they shown to a caller who may not find rows. Of a column that the caller does not see, which a formula has read, nothing is.
 */
function unreadable(
  app: AppDefinition,
  { table, column, key, value }: UnreadableValue,
  caller: Caller,
): Diagnostic {
  const { nameable } = caller;
  if (hasReadIf(app, table, column)) return diagnose("server/unreadable-value", {});
  if (nameable !== undefined && !isSeen(app, nameable, table, column))
    return diagnose("server/unreadable-value", {});
  const isPublic = mayFind(caller) && app.tables.get(table)?.securityFilter === undefined;
  const shown = isPublic && key !== undefined ? { key, value } : {};
  return diagnose("server/unreadable-value", { table, column, ...shown });
}

/** Whether a column is one of a table or slice that the caller may reach. */
function isSeen({ slices }: AppDefinition, nameable: Nameable, table: string, column: string): boolean {
  if (nameable.table(table)) return true;
  const reached = [...slices.values()].filter(
    (slice) => slice.table.name === table && nameable.table(slice.name),
  );
  return reached.some(({ columns }) => columns.some(({ name }) => name === column));
}

/** Whether not everybody may read the column; who calls is not known here. */
function hasReadIf({ tables }: AppDefinition, table: string, column: string): boolean {
  return tables.get(table)?.columns.find(({ name }) => name === column)?.readIf !== undefined;
}

/**
 * What a database says of a row that it refuses, in the words of the definition; to a caller of `app` nothing of a column that not
 * everybody may read.
 */
export function refusedRow(
  { violation, table, columns }: ConstraintViolation,
  location: Location,
  app?: AppDefinition,
): Diagnostic {
  if (app !== undefined && columns.some((column) => hasReadIf(app, table, column)))
    return diagnose("rule/concealed", { reads: "the log of the database" }, location);
  const { kind, constraint, message } = violation;
  const [column] = columns;
  const where = { ...(column === undefined || columns.length > 1 ? {} : { column }), ...location };
  return diagnose("rule/constraint", { kind, table, columns, constraint, message }, where);
}

/** Runs a call that only reads; again, from its beginning, where the store gave up the read. */
export async function retryOnReplicaLoss<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (runs >= MOST_RUNS || !(error instanceof ReadLost)) throw error;
    }
  }
}

const MOST_RUNS = 4;
