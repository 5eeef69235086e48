import { MigrationRefused, type Opening, ReadLost, type StoredTable } from "@tablewright/core/storage";
import { noteFilled, unfilledColumns } from "../catalogue/filling-marks.ts";
import { repeatWrite } from "../network/repeat-write.ts";
import type { OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase, SqlDriver } from "../store/sql-driver.ts";
import { SqlWrite } from "../transaction/sql-write.ts";
import { completeIndexes } from "./change-indexes.ts";
import { type ChangedTables, changeTables, isOwnedBy, refuse } from "./change-tables.ts";
import { fillLater } from "./fill-rows.ts";
import { readLeftovers, removeUnfilled } from "./leftovers.ts";
import { planTables, type TablesPlan } from "./plan-tables.ts";
import { convertBeside, removeShadows, type SeenNotes } from "./shadow-columns.ts";
import type { TablePlan } from "./table-plan.ts";

/**
 * Makes a database have the tables of a definition. What changes tables is one transaction that excludes writers. Where others
 * can write meanwhile, values are converted before it, and columns filled and indexes made after it: the transaction has noted
 * these, so that the next opening of the tables completes them. Where nothing is to be changed no writer waits.
 */
export async function alterTables<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
  opening: Opening,
  openedAfter: (changed: ChangedTables) => OpenedTables<Connection>,
): Promise<ChangedTables> {
  const { driver, dialect } = database;
  const builder = driver.indexBuilder;
  const alter = (seen?: SeenNotes) =>
    driver.alter(async (connection) => {
      if (builder === undefined) await removeShadows(connection, dialect);
      const defers = builder !== undefined;
      const changed = await changeTables(connection, expected, opening, dialect, defers, seen);
      if (changed.isConverted) driver.forgetStatements?.(); // for the filling; and again for what reads while it lasts
      const { fill } = opening;
      const { added } = changed;
      if (fill === undefined || added.length === 0) return changed;
      const tables = openedAfter(changed);
      const transaction = new SqlWrite({ driver, connection, tables });
      try {
        await transaction.endAfter(() => fill(transaction, added));
      } catch (error) {
        // Elsewhere the transaction that has added the columns takes them back.
        if (error instanceof MigrationRefused && dialect.altersInSteps !== undefined)
          for (const layout of changed.layouts) await removeUnfilled(connection, layout, dialect);
        throw error;
      }
      return { ...changed, layouts: await noteFilled(connection, changed.layouts, dialect) };
    });
  const before = await readPlan(database, expected, opening);
  if (before.isDone) {
    await driver.write(async () => undefined); // rejects where nothing can be written
    if (before.hasShadows)
      await builder?.inTurn(
        () => driver.alter((connection) => removeShadows(connection, dialect)),
        () => undefined, // they are of use
      );
    const layouts = before.tables.map(({ layout }) => layout);
    return { layouts, gone: [], isConverted: false, added: [], hasBegun: false };
  }
  if (builder === undefined) return alter();
  const complete = async (changed: ChangedTables) => {
    const { fillInParts } = opening;
    const { layouts } = changed;
    const filled =
      fillInParts === undefined
        ? layouts
        : await fillLater(database, layouts, openedAfter(changed), fillInParts);
    for (const layout of filled) await completeIndexes(driver, builder, layout, dialect);
    return { ...changed, layouts: filled };
  };
  if (before.isNew) {
    const changed = await alter();
    const isLeft = changed.hasBegun || changed.layouts.some((layout) => unfilledColumns(layout).length > 0);
    return isLeft ? builder.inTurn(() => complete(changed)) : changed;
  }
  return builder.inTurn(async () => {
    const plan = await readPlan(database, expected, opening);
    refuse(plan.tables); // before anyone waits
    for (const { layout, indexes } of plan.tables)
      for (const { isBegun, name } of [...indexes.left, ...indexes.dropped])
        if (isBegun) await builder.isComplete(layout.name, name);
    const changed = await convertBeside(database, plan)
      .then(alter)
      .catch(async (error: unknown) => {
        // Where that fails, too, the next start does it.
        await driver.alter((connection) => removeShadows(connection, dialect)).catch(() => undefined);
        if (error instanceof MigrationRefused) throw error;
        const now = await readPlan(database, expected, opening).catch(() => undefined);
        refuse(now?.tables ?? []); // where rows that others have written meanwhile are in the way
        throw error;
      });
    return complete(changed);
  });
}

/** What is to be done, and whether that is nothing, or nothing to what is there already. */
function readPlan<Connection extends SqlConnection>(
  { driver, dialect }: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
  opening: Opening,
): Promise<TablesPlan & { readonly isDone: boolean; readonly isNew: boolean }> {
  return readBesideAlterings(driver, async (connection) => {
    const names = await dialect.namesInUse(connection);
    const isLeft = dialect.altersInSteps !== undefined && (await readLeftovers(connection)).length > 0;
    const isOwned = await isOwnedBy(connection, opening.application, names);
    const plan = await planTables(connection, expected, names, opening, dialect);
    const isShadowed = plan.hasShadows && driver.indexBuilder === undefined;
    const isDone = isOwned && !isLeft && !isShadowed && isAsWanted(plan);
    return { ...plan, isDone, isNew: !plan.hasShadows && isOnlyNew(plan) };
  });
}

/** Reads what an opening has to know of the database; again, from its beginning, while other processes alter tables. */
export function readBesideAlterings<Connection extends SqlConnection, T>(
  driver: SqlDriver<Connection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const isConflict = (error: unknown) => error instanceof ReadLost;
  return repeatWrite(() => driver.read(work), { exclusive: true }, { isConflict, runsAlone: MOST_READS });
}

/** With the pauses between them about half a minute: many tables of others take a while to make. */
const MOST_READS = 1_000;

/** Whether a database has the tables of a definition with all their columns and indexes, and none has to go. */
function isAsWanted({ tables, dropped }: TablesPlan): boolean {
  return dropped.length === 0 && tables.every(isTableAsWanted);
}

/** Whether there is only something to be made that is not there at all. */
function isOnlyNew({ tables, dropped }: TablesPlan): boolean {
  return dropped.length === 0 && tables.every((plan) => plan.old === undefined || isTableAsWanted(plan));
}

function isTableAsWanted(plan: TablePlan): boolean {
  const { layout, old, renames, converted, added, unnamed, drops, indexes, refusals } = plan;
  if (old?.table !== layout.table.name || (drops && unnamed.length > 0)) return false;
  if (plan.isMarked || unfilledColumns(layout).length > 0) return false;
  const { key, isIncomplete, left } = indexes;
  if (key !== undefined || isIncomplete || left.some(({ isBegun }) => isBegun)) return false;
  const others = [renames.columns, converted, added, indexes.added, indexes.dropped, refusals];
  return others.every(({ length }) => length === 0);
}
