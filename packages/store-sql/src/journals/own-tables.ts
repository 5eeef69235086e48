import { laterChangesTables } from "../migrations/later-changes.ts";
import type { JournalDialect } from "./journal-dialect.ts";
import { outboxStatements } from "./outbox-statements.ts";
import { runHistoryStatements } from "./run-history-statements.ts";

/** The statement that makes the table in which a database says what it holds; see `readLayouts`. */
export function catalogueTable({ typeOf, idType, tableEnding }: JournalDialect): string {
  const text = typeOf("text");
  return (
    `create table tablewright_tables (name ${idType} primary key, stored_as ${text} not null, columns ${text} not null, ` +
    `row_numbers ${text} not null, highest ${typeOf("integer")} not null, gaps ${text} not null) ${tableEnding}`
  );
}

/** Statements that make the tables of the outbox, of the run history and of migrations where they are missing. */
export function journalTables(dialect: JournalDialect): readonly string[] {
  return [
    ...outboxStatements(dialect).create,
    ...runHistoryStatements(dialect).create,
    ...laterChangesTables(dialect),
  ];
}
