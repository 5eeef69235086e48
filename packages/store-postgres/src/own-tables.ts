import type { OwnTableDialect } from "@tablewright/store-sql";
import { nativeColumnType } from "./types.ts";

/** How PostgreSQL keeps the outbox and the run history. */
export const postgresOwnTables: OwnTableDialect = {
  typeOf: nativeColumnType,
  placeholder: (position) => `$${position}`,
  idType: nativeColumnType("text"),
  sequence: "bigint generated always as identity primary key",
  tableEnding: "",
};
