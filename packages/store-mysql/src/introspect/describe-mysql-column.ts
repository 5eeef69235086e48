import type { ColumnDescription, ValueKind } from "@tablewright/store-sql";
import type { MysqlCatalogue, MysqlColumn } from "./read-catalogue.ts";

/** A column as the database has it. On MariaDB JSON is a text with a check, which the caller has looked for. */
export function describeMysqlColumn(
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
