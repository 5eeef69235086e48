import type { JournalDialect } from "@tablewright/store-sql";
import { nativeColumnType } from "./types.ts";

/** How PostgreSQL keeps the outbox and the run history. */
export const postgresJournals: JournalDialect = {
  typeOf: nativeColumnType,
  placeholder: (position) => `$${position}`,
  idType: nativeColumnType("text"),
  sequence: "bigint generated always as identity primary key",
  tableEnding: "",
  waiting: "(sequence, due_at) where state = 'waiting'",
  failed: "(sequence) where state = 'failed'",
  claimEnding: "for update skip locked",
  ignoring: (column) => `on conflict (${column}) do nothing`,
};
