import type { OwnTableDialect, StoredForm } from "@tablewright/store-sql";
import { COLLATION } from "./session.ts";

/** Rows lie in the order of their slots, and only where transactions are kept. */
export const TABLE_ENDING = `engine = InnoDB default character set utf8mb4 collate ${COLLATION}`;

/** By it a table is known as ours that an interrupted opening has left. */
export const COMMENT = "Tablewright";

const TYPES: Readonly<Partial<Record<StoredForm, string>>> = {
  integer: "bigint",
  duration: "bigint",
  real: "double",
  boolean: "boolean",
  date: "varchar(10)",
  time: "varchar(8)",
  datetime: "varchar(19)",
};

/** The type of a column. */
export const typeOf = (form: StoredForm) => TYPES[form] ?? "longtext";

/** How the outbox and the run history are kept; writers take turns, so a claim locks nothing. */
export const mysqlOwnTables: OwnTableDialect = {
  typeOf,
  placeholder: () => "?",
  idType: "varchar(255)",
  sequence: "bigint auto_increment primary key",
  tableEnding: TABLE_ENDING,
};
