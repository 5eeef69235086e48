import {
  type AddedColumns,
  type FormerName,
  MigrationRefused,
  migrationWords,
  type Opening,
  type StoredTable,
} from "@tablewright/core/storage";
import { changeLayout, type OwnTableDialect, removeLayout } from "../catalogue/catalogue.ts";
import { unfilledColumns } from "../catalogue/filling-marks.ts";
import { noteMigration } from "../catalogue/later-changes.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { AlteringInSteps, SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import { changeTable, isReshaped } from "./change-table.ts";
import { type Leftover, noteLeftover, removeLeftovers } from "./leftovers.ts";
import { isOnlyAdding, planTables, type TablesPlan } from "./plan-tables.ts";
import { blankUnseen, completeShadows, convertNotedKeys, type SeenNotes } from "./shadow-columns.ts";
import type { TablePlan } from "./table-plan.ts";

/** Where the tables lie once they have been changed. */
export interface ChangedTables {
  readonly layouts: readonly TableLayout[];
  /** The names of tables that are no more, in the definition that brought them. */
  readonly gone: readonly string[];
  /** Whether columns have got other types. */
  readonly isConverted: boolean;
  /** Whether indexes were noted that are still to be made. */
  readonly hasBegun: boolean;
  /** The columns that rows are to be given values in before the transaction ends. */
  readonly added: readonly AddedColumns[];
}

/**
 * Makes the database have the tables of a definition with their columns and indexes. Throws a `MigrationRefused`, before it
 * changes anything, when the rows there are do not fit, or fit only after a migration that was not asked for. Where it `defers`,
 * what can be done while others write is left to be done: indexes on rows, and values in columns that are added, which are noted.
 * Where notes were `seen`, values were converted beforehand.
 */
export async function changeTables<Connection extends SqlConnection>(
  connection: Connection,
  expected: readonly StoredTable[],
  opening: Opening,
  dialect: SqlStoreDialect<Connection>,
  defers: boolean,
  seen?: SeenNotes,
): Promise<ChangedTables> {
  const { application, fillInParts } = opening;
  const steps = dialect.altersInSteps;
  if (steps !== undefined) await removeLeftovers(connection, steps, dialect);
  const names = await dialect.namesInUse(connection);
  const isOwned = await isOwnedBy(connection, application, names);
  if (seen !== undefined) await blankUnseen(connection, seen, dialect);
  const first = await planTables(connection, expected, names, opening, dialect, seen !== undefined);
  refuse(first.tables);
  await noteMigration(connection, first.tables.flatMap(namesTakenBy), dialect);
  if (application !== undefined && !isOwned)
    await claimForApplication(connection, application, names, dialect);
  const isAdding = isOnlyAdding(first);
  let { dropped } = first;
  let tables: readonly TablePlan[] = [];
  for (const plan of first.tables) tables = [...tables, await completeShadows(connection, plan, dialect)];
  for (const plan of tables) await convertNotedKeys(connection, plan, dialect);
  if (steps !== undefined && !isAdding) {
    await reshapeInSteps(connection, { tables, dropped }, steps, dialect);
    ({ tables, dropped } = await planTables(connection, expected, names, opening, dialect));
  }
  for (const { name, table } of dropped) {
    await removeLayout(connection, table, dialect);
    await connection.exec(`drop table ${quoteName(name)}`);
  }
  const isFilledLater = defers && fillInParts !== undefined && (isAdding || steps !== undefined);
  const layouts: TableLayout[] = [];
  for (const plan of tables) layouts.push(await changeTable(connection, plan, names, dialect, defers));
  const renamed = first.tables.flatMap(({ old, layout }) =>
    old === undefined || old.table === layout.table.name ? [] : [old.table],
  );
  return {
    layouts,
    hasBegun: defers && tables.some(({ old, indexes }) => old !== undefined && indexes.added.length > 0),
    isConverted: first.tables.some(({ converted }) => converted.length > 0),
    gone: [...first.dropped.map(({ table }) => table), ...renamed],
    added: isFilledLater ? [] : tables.flatMap(addedTo),
  };
}

function namesTakenBy({ layout, old, renames }: TablePlan): readonly FormerName[] {
  const table = layout.table.name;
  const columns = renames.columns.map(({ column, was }): FormerName => ({ table, column, was }));
  return old === undefined || old.table === table ? columns : [{ table, was: old.table }, ...columns];
}

/** The columns that are added to rows, and those that an interrupted opening has added. */
function addedTo({ layout, rows, added }: TablePlan): readonly AddedColumns[] {
  const columns = [...(rows > 0 ? added : []), ...unfilledColumns(layout)].map(({ column }) => column);
  return columns.length === 0 ? [] : [{ table: layout.table.name, columns: [...new Set(columns)] }];
}

/** Throws a `MigrationRefused` with what is in the way of plans. */
export function refuse(tables: readonly TablePlan[]): void {
  const refusals = tables.flatMap((plan) => plan.refusals);
  if (refusals.length === 0) return;
  const isPending = refusals.every((refusal) => refusal.isPending);
  throw new MigrationRefused(
    refusals.map(({ reason }) => reason),
    { isPending },
  );
}

/**
 * Whether the tables of a database are noted down as those of an application, or none is named. Throws when they are those of another. One that
 * was made before applications were noted down belongs to none. `names` are those in use in the database.
 */
export async function isOwnedBy(
  connection: SqlConnection,
  application: string | undefined,
  names: ReadonlySet<string>,
): Promise<boolean> {
  const [owner] = names.has(TABLE) ? ((await connection.get(`select id from ${TABLE}`)) ?? []) : [];
  if (application === undefined || owner === application) return true;
  if (owner === undefined) return false;
  throw new MigrationRefused([migrationWords.otherApplication(String(owner), application)]);
}

/** Notes down whose tables they are, in a database that belongs to no application yet. */
async function claimForApplication(
  connection: SqlConnection,
  application: string,
  names: Set<string>,
  { typeOf, tableEnding, placeholder }: Pick<OwnTableDialect, "typeOf" | "tableEnding" | "placeholder">,
): Promise<void> {
  if (!names.has(TABLE))
    await connection.exec(
      `create table if not exists ${TABLE} (id ${typeOf("text")} not null) ${tableEnding}`,
    );
  names.add(TABLE);
  await connection.run(`insert into ${TABLE} values (${placeholder(1)})`, [application]);
}

const TABLE = "tablewright_application";

/**
 * Renames, converts and removes what is there, where each statement that alters a table is committed by itself. One transaction
 * changes the catalogue of all tables, in which complete shadow columns take the places of others; then the old columns and
 * tables are removed. What ends before that transaction has changed nothing, and what ends after it all.
 */
async function reshapeInSteps<Connection extends SqlConnection>(
  connection: Connection,
  { tables, dropped }: Pick<TablesPlan, "tables" | "dropped">,
  steps: AlteringInSteps<Connection>,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  for (const { layout, was, replaced } of tables.filter(isReshaped).map(reshaped)) {
    await changeLayout(connection, layout, was, dialect);
    for (const leftover of replaced) await noteLeftover(connection, leftover, dialect);
  }
  for (const { table, name } of dropped) {
    await removeLayout(connection, table, dialect);
    await noteLeftover(connection, { table: name }, dialect);
  }
  await connection.exec("commit");
  await removeLeftovers(connection, steps, dialect);
}

/** A table as the catalogue is to have it, but for the columns that only have to be added. */
interface Reshaped {
  readonly layout: TableLayout;
  /** Its name in the definition before. */
  readonly was: string;
  readonly replaced: readonly Leftover[];
}

function reshaped({ layout, old, converted, added, unnamed, drops }: TablePlan): Reshaped {
  const columns = layout.columns.filter((column) => !added.includes(column));
  const replaced = [...converted.map(({ column }) => column), ...(drops ? unnamed : [])];
  const inPlace = (column: LaidOutColumn): LaidOutColumn => {
    const shadow = converted.find((one) => one.column === column)?.shadow;
    return shadow === undefined ? column : { ...column, name: shadow.name };
  };
  return {
    layout: { ...layout, columns: columns.map(inPlace) },
    was: old?.table ?? layout.table.name,
    replaced: replaced.map(({ name }) => ({ table: layout.name, column: name })),
  };
}
