import {
  type DatabaseDescription,
  quoteName,
  type TableDescription,
  takeSimpleChecks,
} from "@tablewright/store-sql";
import { describeMysqlColumn } from "./describe-mysql-column.ts";
import type { ForeignKeyRow, IndexRow, MysqlCatalogue, MysqlColumn, TableRow } from "./read-catalogue.ts";

/** The tables of a catalogue, and those that this user may not read. */
export function describeMysqlTables(
  catalogue: MysqlCatalogue,
): Pick<DatabaseDescription, "tables" | "unreadable"> {
  const tables = [];
  const unreadable = [];
  for (const table of catalogue.tables) {
    const name = String(table.name);
    if (catalogue.columns.get(name)?.some(mayRead)) tables.push(describeTable(catalogue, table, name));
    else unreadable.push({ name, reason: "this user may not read it" });
  }
  return { tables, unreadable };
}

function describeTable(
  catalogue: MysqlCatalogue,
  { type, comment, isUpdatable }: TableRow,
  name: string,
): TableDescription {
  const { product, schema, deletable } = catalogue;
  const columns = (catalogue.columns.get(name) ?? []).filter(mayRead);
  const conditions = (catalogue.checks.get(name) ?? []).map(({ condition }) => String(condition));
  const isJson = (column: string) => conditions.includes(`json_valid(${quoteName(column)})`);
  const keys = keysOf(catalogue.indexes.get(name) ?? []);
  const foreignKeys = Map.groupBy(catalogue.foreignKeys.get(name) ?? [], (part) => part.name);
  const may = (right: string) =>
    isUpdatable !== "NO" && columns.some(({ rights }) => String(rights).includes(right));
  return takeSimpleChecks({
    schema: undefined,
    name,
    kind: String(type).endsWith("VIEW") ? "view" : "table",
    comment: comment === "" || comment === "VIEW" ? undefined : String(comment),
    columns: columns.map((column) => describeMysqlColumn(column, isJson(String(column.name)), product)),
    primaryKey: keys.get("PRIMARY") ?? [],
    uniques: [...keys].filter(([index]) => index !== "PRIMARY").map(([, parts]) => parts),
    foreignKeys: [...foreignKeys.values()].map((parts) => describeForeignKey(parts, schema)),
    checks: conditions.filter((one) => !/^json_valid\("(?:[^"]|"")+"\)$/u.test(one)),
    changes: {
      add: may("insert"),
      edit: may("update"),
      delete: isUpdatable !== "NO" && (deletable.has(null) || deletable.has(name)),
    },
  });
}

function mayRead({ rights }: MysqlColumn): boolean {
  return String(rights).includes("select");
}

/** The columns of each unique index by its name, but not of one over expressions or over the beginnings of texts. */
function keysOf(indexes: readonly IndexRow[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  for (const [index, parts] of Map.groupBy(indexes, ({ name }) => String(name))) {
    const isWhole = parts.every(({ column, prefix }) => column !== null && prefix === null);
    if (isWhole)
      keys.set(
        index,
        parts.map(({ column }) => String(column)),
      );
  }
  return keys;
}

function describeForeignKey(
  parts: readonly ForeignKeyRow[],
  schema: string,
): TableDescription["foreignKeys"][number] {
  const [first] = parts;
  return {
    columns: parts.map(({ column }) => String(column)),
    schema: first?.targetSchema === schema ? undefined : String(first?.targetSchema),
    table: String(first?.target),
    targets: parts.map(({ targetColumn }) => String(targetColumn)),
    onDelete: ON_DELETE[String(first?.onDelete)] ?? "refuse",
  };
}

const ON_DELETE: Readonly<Record<string, TableDescription["foreignKeys"][number]["onDelete"]>> = {
  CASCADE: "cascade",
  "SET NULL": "set null",
  "SET DEFAULT": "set default",
};
