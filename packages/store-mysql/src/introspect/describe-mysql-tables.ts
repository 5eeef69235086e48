import {
  type ColumnDescription,
  type DatabaseDescription,
  quoteName,
  type TableDescription,
  takeSimpleChecks,
  type ValueKind,
} from "@tablewright/store-sql";
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

/** A column as the database has it. On MariaDB JSON is a text with a check, which the caller has looked for. */
function describeMysqlColumn(
  column: MysqlColumn,
  isJson: boolean,
  product: MysqlCatalogue["product"],
): ColumnDescription {
  const { length, precision, scale, comment } = column;
  const written = String(column.written);
  const kind = kindOf(String(column.type), written, isJson);
  const isNumber = kind === "decimal" || kind === "integer";
  const generation = isBlank(column.generation) ? undefined : String(column.generation);
  return {
    name: String(column.name),
    databaseType: isJson ? "json" : written,
    kind,
    ...(kind === "text" && column.collation !== null ? { collation: String(column.collation) } : {}),
    ...(kind === "text" && column.collation !== null && !EXACT.test(String(column.collation))
      ? { isLoose: true }
      : {}),
    ...(kind === "decimal" ? { keepsDigits: true } : {}),
    length: kind === "text" && length !== null ? Number(length) : undefined,
    precision: isNumber && precision !== null ? Number(precision) : undefined,
    scale: kind === "decimal" && scale !== null ? Number(scale) : undefined,
    ...(/^(?:datetime|timestamp|time)\([1-6]\)/u.test(written) ? { hasFractions: true } : {}),
    values: kind === "enum" || kind === "list" ? valuesOf(written) : undefined,
    min: isNumber && written.includes("unsigned") ? 0 : undefined,
    max: undefined,
    nullable: column.nullable === "YES",
    default: generation === undefined ? defaultOf(column, kind, product) : undefined,
    identity: String(column.extra).includes("auto_increment") ? "byDefault" : undefined,
    generated: generation,
    isWritable: generation === undefined && /insert|update/u.test(String(column.rights)),
    comment: isBlank(comment) ? undefined : String(comment),
  };
}

/** Collations that compare texts to the letter; `utf8mb4_bin` and its like pass over blanks at their end. */
const EXACT = /^binary$|_nopad_bin$|_0900_bin$/u;

/** As an expression: MariaDB writes one, MySQL the bare value of a constant. */
function defaultOf(
  { default: value, extra }: MysqlColumn,
  kind: ValueKind,
  product: MysqlCatalogue["product"],
): string | undefined {
  if (value === null || (product === "MariaDB" && value === "NULL")) return undefined;
  const isBare = product === "MySQL" && !String(extra).includes("DEFAULT_GENERATED") && kind !== "integer";
  return isBare ? quoted(String(value)) : String(value);
}

function isBlank(value: MysqlColumn["comment"]): boolean {
  return value === null || value === "";
}

function kindOf(type: string, written: string, isJson: boolean): ValueKind {
  if (isJson) return "json";
  return /^(?:tinyint|bit)\(1\)/u.test(written) ? "boolean" : (KINDS[type] ?? "other");
}

/** The values of `enum('open','it''s sent')`. */
function valuesOf(written: string): readonly string[] {
  return Array.from(written.matchAll(/'((?:[^']|'')*)'/gu), ([, one = ""]) => one.replaceAll("''", "'"));
}

function quoted(text: string): string {
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(
    ["tinyint", "smallint", "mediumint", "int", "bigint", "year"].map((one) => [one, "integer"]),
  ),
  ...Object.fromEntries(
    ["char", "varchar", "tinytext", "text", "mediumtext", "longtext"].map((one) => [one, "text"]),
  ),
  ...Object.fromEntries(
    ["binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"].map((one) => [one, "binary"]),
  ),
  decimal: "decimal",
  float: "float",
  double: "float",
  date: "date",
  time: "time",
  datetime: "datetime",
  timestamp: "instant",
  enum: "enum",
  set: "list",
  json: "json",
  uuid: "uuid",
};
