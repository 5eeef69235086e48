import { quoteName, SLOT, type SqlStoreDialect, type StoredForm } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { sqlite } from "./expression-dialect.ts";
import { inListInSql } from "./in-list-in-sql.ts";
import { columnIndex, keyIndex, readIndexes } from "./indexes.ts";
import { RowByRow } from "./row-by-row.ts";
import { sourceForms } from "./sources/source-forms.ts";
import { violationOf } from "./sources/violation-of.ts";

/**
 * SQLite has four types in its strict tables; dates and times are ISO texts, yes/no are 1 and 0. It gives no number again
 * that it has given and committed; its writers take turns, so a claim locks nothing.
 */
export const sqliteDialect: SqlStoreDialect<Connection> = {
  ...sqlite,
  typeOf: (form) => TYPES[form] ?? "text",
  idType: "text",
  sequence: "integer primary key autoincrement",
  tableEnding: "strict",
  waiting: "(sequence, due_at) where state = 'waiting'",
  failed: "(sequence) where state = 'failed'",
  claimEnding: "",
  ignoring: (column) => `on conflict (${column}) do nothing`,
  longestName: Number.POSITIVE_INFINITY,
  systemColumns: [],
  namesInUse: (connection) =>
    new Set(connection.all("select name from sqlite_schema").map(([name]) => String(name))),
  createTable: ({ name, columns }) => {
    const parts = columns.map((column) => `${quoteName(column.name)} ${TYPES[column.form] ?? "text"}`);
    const all = [`${quoteName(SLOT)} integer primary key`, ...parts];
    return [`create table ${quoteName(name)} (${all.join(", ")}) strict`];
  },
  readIndexes,
  keyIndexes: (_, layout) => [keyIndex(layout)],
  columnIndex,
  inList: inListInSql,
  sourceForms,
  countsUnchanged: true,
  violationOf,
  rowsOfTable: (layout) => new RowByRow(layout),
};

const TYPES: Readonly<Partial<Record<StoredForm, string>>> = {
  integer: "integer",
  boolean: "integer",
  duration: "integer",
  real: "real",
};
