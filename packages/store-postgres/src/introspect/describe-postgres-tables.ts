import {
  type ColumnDescription,
  type DatabaseDescription,
  type TableDescription,
  takeSimpleChecks,
  type ValueKind,
} from "@tablewright/store-sql";
import type { ConstraintRow, PostgresCatalogue, PostgresColumn, RelationRow } from "./read-catalogue.ts";

/** The tables of a catalogue, and those that this user may not read. */
export function describePostgresTables(
  catalogue: PostgresCatalogue,
): Pick<DatabaseDescription, "tables" | "unreadable"> {
  const tables = [];
  const unreadable = [];
  for (const relation of catalogue.relations) {
    if (relation.may_read) tables.push(describeTable(catalogue, relation));
    else
      unreadable.push({ name: `${relation.schema}.${relation.name}`, reason: "this user may not read it" });
  }
  return { tables, unreadable };
}

function describeTable(catalogue: PostgresCatalogue, relation: RelationRow): TableDescription {
  const columns = catalogue.columns.filter((column) => column.relation === relation.id && column.may_read);
  const constraints = catalogue.constraints.filter((one) => one.relation === relation.id);
  const checks = constraints
    .filter(({ kind }) => kind === "c")
    .map(({ definition }) => conditionOf(definition));
  const ofDomains = columns.flatMap(({ name, domain_checks }) =>
    (domain_checks ?? []).map((check) => conditionOf(check).replaceAll(/\bVALUE\b/gu, quoted(name))),
  );
  return takeSimpleChecks({
    schema: relation.schema,
    name: relation.name,
    kind: relation.kind === "v" || relation.kind === "m" ? "view" : "table",
    comment: relation.comment ?? undefined,
    columns: columns.map(describePostgresColumn),
    primaryKey: constraints.find(({ kind }) => kind === "p")?.columns ?? [],
    uniques: catalogue.uniques.filter((one) => one.relation === relation.id).map((one) => one.columns),
    foreignKeys: constraints.filter(({ kind }) => kind === "f").map(describeForeignKey),
    checks: [...checks, ...ofDomains],
    rowSecurity: relation.policies
      ? { policies: relation.policies, isForThisUser: relation.is_filtered }
      : undefined,
    changes: { add: relation.may_add, edit: relation.may_edit, delete: relation.may_delete },
  });
}

function describeForeignKey({ columns, target_schema, target, targets, on_delete }: ConstraintRow) {
  return {
    columns: columns ?? [],
    schema: target_schema ?? undefined,
    table: target ?? "",
    targets: targets ?? [],
    onDelete: ON_DELETE[on_delete] ?? "refuse",
  };
}

const ON_DELETE: Readonly<Record<string, TableDescription["foreignKeys"][number]["onDelete"]>> = {
  c: "cascade",
  n: "set null",
  d: "set default",
};

/** `CHECK (price > 0) NOT VALID` says `price > 0`. */
function conditionOf(definition: string): string {
  return (
    /^CHECK \((.*)\)(?: NO INHERIT)?(?: NOT VALID)?(?: NOT ENFORCED)?$/su.exec(definition)?.[1] ?? definition
  );
}

/** As PostgreSQL writes a name in a condition. */
function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A column as PostgreSQL has it; under a domain, what the domain is made of. */
function describePostgresColumn(column: PostgresColumn): ColumnDescription {
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
