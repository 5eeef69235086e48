import type { ColumnDescription, ValueKind } from "@tablewright/store-sql";
import type { PostgresColumn } from "./read-catalogue.ts";

/** A column as PostgreSQL has it; under a domain, what the domain is made of. */
export function describePostgresColumn(column: PostgresColumn): ColumnDescription {
  const isCounted = column.default !== null && /^nextval\(/u.test(column.default);
  const isGenerated = column.generated !== "";
  return {
    name: column.name,
    databaseType: column.written,
    kind: kindOf(column),
    ...(/^time/u.test(column.base) && !/^time(?:stamp)?\(0\)/u.test(column.written)
      ? { hasFractions: true }
      : {}),
    ...(column.base === "numeric" ? { keepsDigits: true } : {}),
    ...(column.loose_collation === null ? {} : { collation: column.loose_collation, isLoose: true }),
    length: column.length ?? undefined,
    precision: column.precision ?? undefined,
    scale: column.scale ?? undefined,
    values: column.labels ?? undefined,
    min: undefined,
    max: undefined,
    nullable: !column.not_null,
    default: isGenerated || isCounted ? undefined : withoutCast(column.default ?? undefined),
    identity:
      column.identity === "a" ? "always" : column.identity === "d" || isCounted ? "byDefault" : undefined,
    generated: isGenerated ? (column.default ?? "an expression") : undefined,
    isWritable: column.may_write,
    comment: column.comment ?? undefined,
  };
}

/** PostgreSQL says of every constant what type it has, which its column says already. */
function withoutCast(value: string | undefined): string | undefined {
  return value?.replace(/^('(?:[^']|'')*'|-?\d[\d.]*)::[\w". ]+(?:\(\d+\))?$/u, "$1");
}

function kindOf({ base, form, category, item, item_form, written }: PostgresColumn): ValueKind {
  if (category === "A") return item_form === "e" || TEXTS.includes(item ?? "") ? "list" : "array";
  if (written === "bit(1)") return "boolean";
  if (form === "e") return "enum";
  return form === "b" ? (KINDS[base] ?? "other") : "other";
}

/** Items without blanks after them. */
const TEXTS = ["text", "varchar"];

/** By the name of the base type. Money depends on the server's settings, and time with a zone on the day: both are left out. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  numeric: "decimal",
  float4: "float",
  float8: "float",
  bool: "boolean",
  text: "text",
  varchar: "text",
  bpchar: "text",
  name: "text",
  citext: "text",
  date: "date",
  time: "time",
  timestamp: "datetime",
  timestamptz: "instant",
  interval: "interval",
  uuid: "uuid",
  json: "json",
  jsonb: "json",
  bytea: "binary",
};
