import { isDeepStrictEqual } from "node:util";
import {
  type Migration,
  migrationWords,
  outboxTable,
  runsTable,
  type StoredTable,
} from "@tablewright/core/storage";
import type { CataloguedTable } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect, TableIndex } from "../store/sql-store-dialect.ts";
import { SLOT, type TableLayout, unusedName } from "../tables/table-layout.ts";
import { planColumns } from "./plan-columns.ts";
import { planIndexes } from "./plan-indexes.ts";
import { refusalsOf } from "./refusals-of.ts";
import { countTableRows, countValues } from "./table-pages.ts";
import type { ConvertedLayout, TablePlan } from "./table-plan.ts";

/**
 * Compares a table with the `old` one that the database has, only by reading. `names` are those in use in the database, and
 * that of a table which gets one is added to them. Where it `usesShadows`, those of the table are complete but for blanks.
 */
export async function planTable<Connection extends SqlConnection>(
  connection: Connection,
  table: StoredTable,
  old: CataloguedTable | undefined,
  names: Set<string>,
  migration: Migration | undefined,
  dialect: SqlStoreDialect<Connection>,
  usesShadows: boolean,
): Promise<TablePlan> {
  const drops = migration?.drops ?? false;
  const isFormer = old === undefined && names.has(table.name) && FORMER.has(table.name);
  const changes = planColumns(table, old ?? NO_COLUMNS, drops, dialect);
  const name = old?.name ?? nameFor(table, names, dialect);
  const layout: TableLayout = { table, name, columns: changes.columns };
  const isRenamed = old !== undefined && old.table !== table.name;
  const count = (of: string) => countValues(connection, name, of);
  const existing =
    old === undefined ? [] : await dialect.readIndexes(connection, { ...layout, table: named(table, old) });
  const renamed = changes.renamed.map(async ({ column, was, to }) => {
    return { column: column.column, was, from: column.name, to, values: await count(column.name) };
  });
  const converted = changes.converted.map(async (one): Promise<ConvertedLayout> => {
    const { column, words } = one;
    const values = await count(column.name);
    const convert = values === 0 ? undefined : migration?.converting(table.name, column.column, words.held);
    const shadow = old?.shadows.find(
      ({ shadowOf, form, json }) =>
        shadowOf === column.name && form === column.form && isDeepStrictEqual(json, column.json),
    );
    return { ...one, values, convert, ...(usesShadows && shadow !== undefined ? { shadow } : {}) };
  });
  const remade = [...changes.converted.map(({ column }) => column), ...(drops ? changes.unnamed : [])];
  const indexes = planIndexes(layout, existing, new Set(remade.map((column) => column.name)), names, dialect);
  const isCounted = isRenamed || changes.added.length > 0 || indexes.key !== undefined;
  const plan = {
    layout,
    old,
    rows: old !== undefined && isCounted ? await countTableRows(connection, name) : 0,
    renames: {
      table: isRenamed && !dialect.altersInSteps ? newName(table, name, names, dialect) : undefined,
      columns: await Promise.all(renamed),
    },
    converted: await Promise.all(converted),
    added: changes.added,
    unnamed: changes.unnamed,
    drops,
    indexes,
    ...(changes.hasOtherFields ? { isMarked: true } : {}),
  };
  if (isFormer) return { ...plan, refusals: [{ reason: migrationWords.formerTables(table.name) }] };
  const naming = namingColumns({ ...layout, columns: old?.columns ?? [] }, existing);
  return { ...plan, refusals: await refusalsOf(connection, plan, naming, migration, dialect) };
}

/** Tables of programs of before 2026-11-27, which no catalogue names; it gives ours other names. */
const FORMER: ReadonlySet<string> = new Set([outboxTable.name, runsTable.name]);

const NO_COLUMNS = { columns: [], shadows: [] };

type TableNaming = Pick<SqlStoreDialect, "names">;

function nameFor({ name }: StoredTable, names: Set<string>, dialect: TableNaming): string {
  const free = unusedName(name, names, dialect.names);
  names.add(free);
  return free;
}

/** The name of a table that gets another; its own is free for it in other letters. */
function newName(table: StoredTable, old: string, names: Set<string>, dialect: TableNaming): string {
  names.delete(old);
  const name = nameFor(table, names, dialect);
  names.add(old);
  return name;
}

/** The table as the catalogue still calls it. */
function named(table: StoredTable, { table: name }: CataloguedTable): StoredTable {
  return { ...table, name };
}

/** The columns, by names of the database, that tell a person which row is meant: those of the key that the rows have. */
function namingColumns({ columns }: TableLayout, known: readonly TableIndex[]): readonly string[] {
  const isThere = (name: string) => columns.some((column) => column.name === name);
  const key = known.find(({ isUnique }) => isUnique)?.columns ?? [];
  return key.length > 0 && key.every(isThere) ? key : [SLOT];
}
