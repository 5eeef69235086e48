import type { Opening, StoredTable } from "@tablewright/core/storage";
import { SeenNumberings } from "../store/numberings.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-database.ts";
import { type ChangedTables, changeTables } from "./change-tables.ts";
import { isOwnedBy } from "./claim-application.ts";
import { completeIndexes } from "./complete-indexes.ts";
import { isAsWanted, isOnlyNew } from "./is-as-wanted.ts";
import { planTables, type TablesPlan } from "./plan-tables.ts";

/**
 * Makes a database have the tables of a definition. What changes tables is one transaction that excludes writers, with `last`
 * at its end. Where indexes can be made while others write, these follow it: the transaction has noted them, so that the next
 * opening of the tables completes them. Where nothing is to be changed no writer waits.
 */
export async function alterTables<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  wanted: readonly StoredTable[],
  opening: Opening,
  last: (connection: Connection, changed: ChangedTables) => Promise<void>,
): Promise<ChangedTables> {
  const { driver, dialect, upgrade } = database;
  const builder = driver.indexBuilder;
  const alter = () =>
    driver.alter(async (connection) => {
      await upgrade?.carryOut(connection);
      const changed = await changeTables(connection, wanted, opening, dialect, builder !== undefined);
      await last(connection, changed);
      return changed;
    });
  if (builder === undefined) return alter();

  const before = await readPlan(database, wanted, opening);
  if (before.isDone) {
    await driver.write(
      async () => undefined,
      () => [],
    ); // rejects where nothing can be written
    const layouts = before.tables.map(({ layout }) => layout);
    return { layouts, gone: [], isConverted: false, added: [], hasBegun: false };
  }
  const complete = async (changed: ChangedTables) => {
    for (const layout of changed.layouts) await completeIndexes(driver, builder, layout, dialect);
    return changed;
  };
  if (before.isNew) {
    const changed = await alter();
    return changed.hasBegun ? builder.inTurn(() => complete(changed)) : changed;
  }
  return builder.inTurn(async () => {
    for (const { layout, indexes } of (await readPlan(database, wanted, opening)).tables)
      for (const { isBegun, name } of [...indexes.left, ...indexes.dropped])
        if (isBegun) await builder.isComplete(layout.name, name);
    return complete(await alter());
  });
}

/** What is to be done, and whether that is nothing, or nothing to what is there already. */
function readPlan<Connection extends SqlConnection>(
  { driver, dialect, upgrade }: SqlDatabase<Connection>,
  wanted: readonly StoredTable[],
  { application, migration }: Opening,
): Promise<TablesPlan & { readonly isDone: boolean; readonly isNew: boolean }> {
  return driver.read(
    async (connection) => {
      if ((await upgrade?.isDue(connection)) === true) return { ...NOTHING, isDone: false, isNew: false };
      const names = await dialect.namesInUse(connection);
      const isOwned = await isOwnedBy(connection, application, names);
      const plan = await planTables(connection, wanted, names, migration, dialect);
      return { ...plan, isDone: isOwned && isAsWanted(plan), isNew: isOnlyNew(plan) };
    },
    new SeenNumberings(),
    false,
  );
}

const NOTHING: TablesPlan = { tables: [], kept: [], dropped: [] };
