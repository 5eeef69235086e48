import type { JournalDialect } from "@tablewright/store-sql";
import { columnType } from "./types.ts";

/** How PostgreSQL keeps the outbox and the run history. */
export const journalDialect: JournalDialect = {
  typeOf: columnType,
  placeholder: (position) => `$${position}`,
  idType: columnType("text"),
  sequence: "bigint generated always as identity primary key",
  tableEnding: "",
  waiting: "(sequence, due_at) where state = 'waiting'",
  failed: "(sequence) where state = 'failed'",
  claimEnding: "for update skip locked",
  ignoring: (column) => `on conflict (${column}) do nothing`,
};
