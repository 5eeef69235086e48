import { type JournalDialect, outboxStatements, runHistoryStatements } from "@tablewright/store-sql";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** SQLite gives no number again that it has given and committed; its writers take turns, so a claim locks nothing. */
const journalDialect: JournalDialect = {
  ...sqliteDialect,
  sequence: "integer primary key autoincrement",
  tableEnding: "strict",
  claimEnding: "",
  rowsOf: (forms) => `values (${forms.map(() => "?").join(", ")})`,
};

/** The statements about the outbox of a file. */
export const outbox = outboxStatements(journalDialect);

/** The statements about the run history of a file. */
export const runHistory = runHistoryStatements(journalDialect);
