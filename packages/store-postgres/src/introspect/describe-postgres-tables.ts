import { type DatabaseDescription, type TableDescription, takeSimpleChecks } from "@tablewright/store-sql";
import { describePostgresColumn } from "./describe-postgres-column.ts";
import type { ConstraintRow, PostgresCatalogue, RelationRow } from "./read-catalogue.ts";

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
