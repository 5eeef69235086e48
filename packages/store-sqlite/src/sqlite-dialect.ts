import type { ConstraintKind, Violation } from "@tablewright/core/storage";
import {
  type LookupList,
  parameterList,
  quoteName,
  RowByRow,
  type RowInSql,
  SLOT,
  type SqlColumn,
  type SqlFragment,
  type SqlStoreDialect,
  type SqlValue,
  type StoredForm,
  sql,
  sqlName,
  sqlParameter,
  standardDialect,
} from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { sqlite } from "./expression-dialect.ts";
import { keyIndex, sqliteColumnIndex, sqliteFieldIndex, sqliteIndexes } from "./indexes.ts";
import { sqliteSourceForms } from "./sources/source-forms.ts";

/** What SQLite says of a row that it refuses; undefined for every other error. */
function violationOf(error: unknown): Violation | undefined {
  const { errcode, message = "" } = error as { errcode?: number; message?: string };
  // A trigger, a check or an index may call one that only the program has that owns the file.
  if (errcode === 1 && message.startsWith("no such function: "))
    return { kind: "trigger", columns: [], message: `it needs a function of another program, ${message}` };
  const kind = errcode === undefined ? undefined : KINDS[errcode];
  if (kind === undefined) return undefined;
  const [, about = ""] = /^[A-Za-z ]+ constraint failed: (.+)$/u.exec(message) ?? [];
  const isNamed = kind === "check" || about.startsWith("index ");
  return {
    kind,
    constraint: isNamed && about !== "" ? about : undefined,
    columns: isNamed ? [] : about.split(", ").map((name) => name.slice(name.indexOf(".") + 1)),
    message,
  };
}

/** By SQLite's extended result codes of constraints, and the one of a type that a strict column does not take. */
const KINDS: Readonly<Record<number, ConstraintKind>> = {
  275: "check",
  787: "foreign key",
  1299: "not null",
  1555: "unique",
  1811: "trigger",
  2067: "unique",
  2579: "unique",
  3091: "check",
};

/**
 * SQLite has four types in its strict tables; dates and times are ISO texts, yes/no are 1 and 0. It gives no number again
 * that it has given and committed; its writers take turns, so a claim locks nothing.
 */
export const sqliteDialect: SqlStoreDialect<SqliteConnection> = {
  ...sqlite,
  typeOf: (form) => TYPES[form] ?? "text",
  idType: "text",
  sequence: "integer primary key autoincrement",
  ...standardDialect,
  tableEnding: "strict",
  namesInUse: (connection) =>
    new Set(connection.all("select name from sqlite_schema").map(([name]) => String(name))),
  createTable: ({ name, columns }) => {
    const parts = columns.map((column) => `${quoteName(column.name)} ${TYPES[column.form] ?? "text"}`);
    const all = [`${quoteName(SLOT)} integer primary key`, ...parts];
    return [`create table ${quoteName(name)} (${all.join(", ")}) strict`];
  },
  readIndexes: sqliteIndexes,
  keyIndexes: (_, layout) => [keyIndex(layout)],
  columnIndex: sqliteColumnIndex,
  fieldIndex: sqliteFieldIndex,
  inList: inListInSql,
  sources: { forms: sqliteSourceForms, countsUnchanged: true },
  violationOf,
  rowsOfTable: (layout) => new RowByRow(layout),
};

const TYPES: Readonly<Partial<Record<StoredForm, string>>> = {
  integer: "integer",
  boolean: "integer",
  duration: "integer",
  real: "real",
};

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. One shape, however many values there are.
 */
function inListInSql(
  { family, values, hasBlank }: LookupList,
  { name: column, form }: SqlColumn,
  { alias }: RowInSql,
): SqlFragment | undefined {
  const name = sqlName(alias, column);
  const value = family === "text" ? sql`tw_fold(${name})` : name;
  // SQLite reads the decimals of a JSON text less exactly than it keeps them, so these are bound one by one.
  const list = form === "real" ? parameterList(values) : inJson(values);
  if (list === undefined) return undefined;
  const isFound = sql`${value} in (${list})`;
  return hasBlank ? sql`(${isFound} or ${value} is null)` : sql`(${isFound})`;
}

function inJson(values: readonly SqlValue[]): SqlFragment {
  return sql`select value from json_each(${sqlParameter(JSON.stringify(values))})`;
}
