import type { MigrationPlan, MigrationStep, Opening, StoredTable } from "@tablewright/core/storage";
import type { CataloguedTable } from "../catalogue/catalogue.ts";
import { unfilledColumns } from "../catalogue/filling-marks.ts";
import { sourceRefusals } from "../sources/open-sources.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-driver.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { LaidOutColumn } from "../tables/table-layout.ts";
import { readBesideAlterings } from "./alter-tables.ts";
import { isOwnedBy } from "./change-tables.ts";
import { countNotes } from "./fill-rows.ts";
import { isOnlyAdding, planTables } from "./plan-tables.ts";
import { countTableRows, countValues } from "./table-pages.ts";
import type { TablePlan } from "./table-plan.ts";

/**
 * What opening a database for tables would do; only reads, also where nothing of ours is in it yet. Throws where the tables are those
 * of another application.
 */
export async function planOpening<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
  opening: Opening = {},
): Promise<MigrationPlan> {
  const { driver, dialect } = database;
  const own = expected.filter(({ source }) => source === undefined);
  const refused = await sourceRefusals(database, expected);
  const plan = (connection: Connection) =>
    migrationOf(connection, own, opening, dialect, driver.indexBuilder !== undefined);
  return [...refused, ...(await readBesideAlterings(driver, plan))];
}

/** Where it `defers`, columns may be filled and converted while others write. */
async function migrationOf<Connection extends SqlConnection>(
  connection: Connection,
  expected: readonly StoredTable[],
  opening: Opening,
  dialect: SqlStoreDialect<Connection>,
  defers: boolean,
): Promise<MigrationPlan> {
  const names = await dialect.namesInUse(connection);
  await isOwnedBy(connection, opening.application, names); // throws for another application
  const planned = await planTables(connection, expected, names, opening, dialect);
  const { tables, kept, dropped } = planned;
  const fillsBeside = defers && (isOnlyAdding(planned) || dialect.altersInSteps !== undefined);
  const hasNotes = names.has("tablewright_refills");
  const steps: MigrationStep[] = [];
  for (const plan of tables) {
    const ofColumns: MigrationStep[] = [];
    for (const column of plan.unnamed) ofColumns.push(await unnamedColumn(connection, plan, column));
    for (const step of migrationSteps(plan, ofColumns)) {
      if (step.what === "fillColumn")
        steps.push(exclusive({ ...step, rows: await countTableRows(connection, plan.layout.name) }));
      else if (step.what === "convertColumn" && step.values > 0 && !defers)
        steps.push({ ...step, isExclusive: true });
      else steps.push(step.what === "addColumn" ? exclusive(step) : step);
    }
    const writes = hasNotes ? await countNotes(connection, plan.layout, dialect) : 0;
    if (writes > 0) steps.push({ what: "fillRows", table: plan.layout.table.name, writes });
  }
  for (const table of kept) steps.push(await tableStep(connection, "keepTable", table));
  for (const table of dropped) steps.push(await tableStep(connection, "dropTable", table));
  return steps;

  function exclusive(step: FillableStep): MigrationStep {
    const isFilled =
      (opening.fillInParts?.steps([{ table: step.table, columns: [step.column] }]) ?? []).length > 0;
    return isFilled && step.rows > 0 && !fillsBeside ? { ...step, isExclusive: true } : step;
  }
}

async function tableStep(
  connection: SqlConnection,
  what: "keepTable" | "dropTable",
  { table, name, columns }: CataloguedTable,
): Promise<MigrationStep> {
  const names = columns.map(({ column }) => column);
  return { what, table, columns: names, rows: await countTableRows(connection, name) };
}

async function unnamedColumn(
  connection: SqlConnection,
  { layout, drops }: TablePlan,
  { column, name, form }: LaidOutColumn,
): Promise<MigrationStep> {
  return {
    what: drops ? "dropColumn" : "keepColumn",
    table: layout.table.name,
    column,
    holds: form,
    values: await countValues(connection, layout.name, name),
  };
}

type FillableStep = Extract<MigrationStep, { readonly what: "addColumn" | "fillColumn" }>;

/** The plan of a table as steps in words of the definition; `unnamed` are the steps of columns that it no longer names. */
export function migrationSteps(plan: TablePlan, unnamed: readonly MigrationStep[]): readonly MigrationStep[] {
  const { layout, old, added, refusals } = plan;
  const table = layout.table.name;
  const steps: MigrationStep[] = [];
  if (old === undefined) {
    steps.push({ what: "createTable", table, columns: added.map(({ column }) => column) });
  } else {
    for (const step of [...changesOf(plan, old.table), ...unnamed]) steps.push(step);
  }
  for (const columns of newIndexes(plan)) steps.push({ what: "addIndex", table, columns });
  for (const refusal of refusals) steps.push({ what: "refuse", table, ...refusal });
  return steps;
}

function changesOf(plan: TablePlan, was: string): readonly MigrationStep[] {
  const { layout, rows, renames, converted, added, indexes } = plan;
  const table = layout.table.name;
  const steps: MigrationStep[] = [];
  if (was !== table) steps.push({ what: "renameTable", table, was, rows });
  for (const { column, was: before, values } of renames.columns)
    steps.push({ what: "renameColumn", table, column, was: before, values });
  for (const { column, words, values } of converted)
    steps.push({ what: "convertColumn", table, column: column.column, ...words, values });
  for (const { column, form } of added) steps.push({ what: "addColumn", table, column, holds: form, rows });
  for (const { column } of unfilledColumns(layout).filter((one) => !added.includes(one)))
    steps.push({ what: "fillColumn", table, column, rows });
  if (indexes.key !== undefined && indexes.isOtherKey)
    steps.push({ what: "changeKey", table, columns: indexes.key.map((name) => inDefinition(layout, name)) });
  return steps;
}

/** The index by which a key is found comes with the key, and that of a column which is made again with the column. */
function newIndexes({ layout, indexes, converted }: TablePlan): readonly (readonly string[])[] {
  const [first] = layout.table.key;
  const key = layout.table.columns[first as number]?.name;
  const remade = new Set(converted.map(({ column }) => column.name));
  return [...indexes.left.filter(({ isBegun }) => isBegun), ...indexes.added]
    .filter(({ columns }) => !isRemade(columns, remade, indexes.dropped))
    .map(({ columns }) => columns.map((name) => inDefinition(layout, name)))
    .filter(([column]) => column !== key);
}

function isRemade(
  columns: readonly string[],
  remade: ReadonlySet<string>,
  dropped: TablePlan["indexes"]["dropped"],
): boolean {
  const [column] = columns;
  if (column === undefined || !remade.has(column)) return false;
  return dropped.some((index) => index.columns.length === 1 && index.columns[0] === column);
}

function inDefinition({ columns }: { readonly columns: readonly LaidOutColumn[] }, name: string): string {
  return columns.find((one) => one.name === name)?.column ?? name;
}
