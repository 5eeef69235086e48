import {
  MigrationRefused,
  type MigrationStep,
  type StoredColumn,
  type StoredTable,
  valueFormOf,
} from "@tablewright/core/storage";
import { sql, sqlName } from "../fragments/sql-fragment.ts";
import type {
  ColumnDescription,
  DatabaseDescription,
  TableDescription,
} from "../introspect/database-description.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-driver.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { OpenSource } from "./open-source.ts";
import type { SourceColumn } from "./source-column.ts";
import type { RowIds, SourceLayout } from "./source-layout.ts";

/** Opens the tables of other programs, by their names in the definition. Throws a `MigrationRefused` where one does not fit. */
export async function openSources<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
): Promise<readonly (readonly [string, OpenSource<Connection>])[]> {
  const plans = await planSources(database, expected);
  const refusals = plans.flatMap((plan) => plan.refusals);
  if (refusals.length > 0) throw new MigrationRefused(refusals);
  return plans.flatMap(({ layout }) =>
    layout === undefined ? [] : [[layout.table.name, new OpenSource(layout, database.dialect)] as const],
  );
}

/** Why the tables of other programs could not be opened, as steps of a migration. */
export async function sourceRefusals<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
): Promise<readonly MigrationStep[]> {
  const plans = await planSources(database, expected);
  return plans.flatMap(({ table, refusals }) =>
    refusals.map((reason): MigrationStep => ({ what: "refuse", table: table.name, reason })),
  );
}

async function planSources<Connection extends SqlConnection>(
  { describe, dialect }: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
) {
  const sources = expected.filter(({ source }) => source !== undefined);
  if (sources.length === 0 || describe === undefined) return [];
  const schemas = new Set(sources.flatMap(({ source }) => source?.schema ?? []));
  const isUnnamed = sources.some(({ source }) => source?.schema === undefined);
  const parts: DatabaseDescription[] = [];
  if (schemas.size > 0) parts.push(await describe([...schemas]));
  if (isUnnamed) parts.push(await describe([]));
  return sources.map((table) => ({ table, ...planSource(table, parts, dialect) }));
}

/** Where a table of another program lies, or why it cannot be used, in sentences. */
interface SourcePlan {
  readonly layout?: SourceLayout;
  readonly refusals: readonly string[];
}

/** Compares a table with what the database has, column by column. */
function planSource(
  table: StoredTable,
  databases: readonly DatabaseDescription[],
  dialect: Pick<SqlStoreDialect, "sources">,
): SourcePlan {
  const { schema, table: name = "" } = table.source ?? {};
  const source = tableIn(databases, schema, name);
  if (source === undefined) return { refusals: [missingTable(table, databases, schema, name)] };
  const columns: SourceColumn[] = [];
  const refusals: string[] = [];
  for (const column of table.columns) {
    const outcome = planColumn(table, column, source, dialect);
    if (typeof outcome === "string") refusals.push(outcome);
    else columns.push(outcome);
  }
  if (refusals.length > 0) return { refusals };
  const relation = source.schema === undefined ? sqlName(source.name) : sqlName(source.schema, source.name);
  const key = table.key.flatMap((at) => columns[at] ?? []);
  const isKeyUnique = keepsUnique(source, key);
  const rowIds = rowIdsOf(source, key);
  const { changes } = source;
  return {
    layout: { table, relation: sql`${relation}`, columns, changes, isKeyUnique, rowIds },
    refusals,
  };
}

/** The numbers of its rows. What is read of a key is such a number itself. */
function rowIdsOf(
  { name: table, primaryKey, columns, rowIds }: TableDescription,
  key: readonly SourceColumn[],
): RowIds | undefined {
  const [only, ...others] = key;
  const isPrimary = primaryKey.length === 1 && primaryKey[0] === only?.name && others.length === 0;
  const isCounted = columns.some(({ name, identity }) => name === only?.name && identity !== undefined);
  const isAsItIs = only?.form === "integer" && only.read === undefined && only.matches === undefined;
  if (isPrimary && isCounted && isAsItIs) return { table, slot: only.name, isKey: true };
  return rowIds === undefined ? undefined : { table, slot: rowIds, isKey: false };
}

function keepsUnique(
  { primaryKey, uniques, columns }: TableDescription,
  key: readonly SourceColumn[],
): boolean {
  const isIn = (part: string) => key.some(({ name, matches }) => name === part && matches === undefined);
  const isFilled = (part: string) => columns.some(({ name, nullable }) => name === part && !nullable);
  const isUnique = (parts: readonly string[]) => parts.length > 0 && parts.every(isIn);
  return isUnique(primaryKey) || uniques.some((parts) => isUnique(parts) && parts.every(isFilled));
}

function tableIn(databases: readonly DatabaseDescription[], schema: string | undefined, name: string) {
  const all = databases.flatMap(({ tables }) => tables);
  return all.find((one) => one.name === name && (schema === undefined || one.schema === schema));
}

function missingTable(
  table: StoredTable,
  databases: readonly DatabaseDescription[],
  schema: string | undefined,
  name: string,
): string {
  const full = schema === undefined ? name : `${schema}.${name}`;
  const reason = databases.flatMap(({ unreadable }) => unreadable).find((one) => one.name === full)?.reason;
  const why = reason === undefined ? "the database has no such table or view" : reason;
  return `The source "${full}" of table "${table.name}" cannot be used: ${why}.`;
}

function planColumn(
  table: StoredTable,
  column: StoredColumn,
  found: TableDescription,
  dialect: Pick<SqlStoreDialect, "sources">,
): SourceColumn | string {
  const name = column.source ?? column.name;
  const described = found.columns.find((one) => one.name === name);
  const about = `column "${column.name}" of table "${table.name}"`;
  if (described === undefined)
    return `The source "${name}" of ${about} is not there: "${found.name}" has the columns ${found.columns.map((one) => `"${one.name}"`).join(", ")}.`;
  const form = valueFormOf(column);
  const held = dialect.sources?.forms[form]({ ...described, instant: column.instant, digits: column.digits });
  if (held === undefined)
    return `The source "${name}" of ${about} is of the type ${described.databaseType}, which holds no values of the form ${form}.`;
  const hasEmptyTexts = form === "text" && described.kind === "text";
  const blank = hasEmptyTexts && !described.nullable ? { blank: sql`''` } : {};
  return {
    ...held,
    ...blank,
    ...written(column, described),
    hasEmptyTexts,
    isExact: column.digits !== undefined,
    keepsWhole: described.kind === "integer" || described.kind === "decimal",
    column: column.name,
    name,
    form,
    ...(column.objects === undefined ? {} : { objects: column.objects, isOpaque: true }),
  };
}

function written(column: StoredColumn, described: ColumnDescription) {
  const { identity, generated, default: value, isWritable } = described;
  const byDatabase = generated !== undefined || identity === "always";
  return {
    hasDefault: value !== undefined || identity !== undefined,
    isWritten: !column.readOnly && !byDatabase && isWritable,
    ...(column.readOnly
      ? {}
      : byDatabase
        ? { unwritten: "given" as const }
        : isWritable
          ? {}
          : { unwritten: "rights" as const }),
  };
}
