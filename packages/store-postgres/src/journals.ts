import { outboxStatements, runHistoryStatements } from "@tablewright/store-sql";
import { postgresDialect } from "./postgres-dialect.ts";

/** A statement that appends many rows, answering sequence and id of each, and the one that takes some of them back. */
export interface Append {
  readonly append: string;
  /** Holes: the sequences. */
  readonly signalRollback: string;
}

/** The statements about the outbox of a database. */
export const outbox = withAppend(outboxStatements(postgresDialect), "tablewright_outbox");

/** The statements about the run history of a database. */
export const runHistory = withAppend(runHistoryStatements(postgresDialect), "tablewright_runs");

function withAppend<Statements extends { readonly append: string }>(
  statements: Statements,
  table: string,
): Statements & Append {
  return {
    ...statements,
    append: `${statements.append} returning sequence, id`,
    signalRollback: `delete from ${table} where sequence = any($1::bigint[])`,
  };
}
