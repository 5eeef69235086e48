import { type AddedColumns, MigrationRefused, type PartwiseFilling } from "@tablewright/core/storage";
import { changeLayout } from "../catalogue/catalogue.ts";
import { noteFilled, noteStale, unfilledColumns } from "../catalogue/filling-marks.ts";
import type { OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-database.ts";
import { columnsAsStored, type LaidOutColumn, type TableLayout } from "../tables/table-layout.ts";
import { SqlWrite } from "../transaction/sql-write.ts";
import { readSqlValue } from "../values/sql-value.ts";
import { removeUnfilled } from "./remove-columns.ts";
import { ROWS_OF_A_PAGE, tablePages } from "./table-pages.ts";

/**
 * Gives rows their values in columns that were added, a page of rows in each transaction, with a note of how far it has come,
 * while others write. Where rows cannot have them it removes the columns that were added, and rejects with a `MigrationRefused`. Answers the
 * tables as they are then.
 */
export async function fillLater<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  layouts: readonly TableLayout[],
  tables: OpenedTables<Connection>,
  filling: PartwiseFilling,
): Promise<readonly TableLayout[]> {
  const { driver, dialect } = database;
  const added = layouts.flatMap((layout): AddedColumns[] => {
    const columns = unfilledColumns(layout).map(({ column }) => column);
    return columns.length === 0 ? [] : [{ table: layout.table.name, columns }];
  });
  if (added.length === 0) return layouts;
  const latest = new Map(layouts.map((layout) => [layout.table.name, layout]));
  for (const step of filling.steps(added)) {
    const layout = latest.get(step.table);
    if (layout === undefined) continue;
    const refusals: string[] = [];
    for await (const part of partsOf(database, layout, step, tables, filling)) {
      latest.set(step.table, part.layout);
      for (const refusal of part.refusals) refusals.push(refusal);
    }
    if (refusals.length === 0) continue;
    await driver.alter(async (connection) => {
      const left: TableLayout[] = [];
      for (const one of latest.values()) left.push(await removeUnfilled(connection, one, dialect));
      await noteStale(connection, left, dialect);
    });
    throw MigrationRefused.ofRows(refusals);
  }
  return driver.alter((connection) => noteFilled(connection, [...latest.values()], dialect));
}

/** A page of a table in each transaction; after a refusal the others are only tried. */
async function* partsOf<Connection extends SqlConnection>(
  { driver, dialect }: SqlDatabase<Connection>,
  layout: TableLayout,
  step: AddedColumns,
  tables: OpenedTables<Connection>,
  filling: PartwiseFilling,
): AsyncGenerator<{ readonly layout: TableLayout; readonly refusals: readonly string[] }> {
  const columns = columnsAsStored(layout);
  const key = layout.table.key.map((at) => columns[at] as LaidOutColumn);
  const names = key.map(({ name }) => name);
  const isFilled = ({ column }: LaidOutColumn) => step.columns.includes(column);
  let after = layout.columns
    .filter(isFilled)
    .reduce((least, { filledTo = 0 }) => Math.min(least, filledTo), Number.POSITIVE_INFINITY);
  for (;;) {
    const part = await driver.write(async (connection, _, guards) => {
      const page = await tablePages(connection, layout.name, names, dialect, { after }).next();
      if (page.done === true) return undefined;
      const keys = page.value.map(([, ...parts]) =>
        parts.map((stored, at) => readSqlValue(stored, (key[at] as LaidOutColumn).form)),
      );
      const transaction = new SqlWrite({ driver, connection, tables, guards });
      const refusals = await transaction.endAfter(async () => {
        const rows = await transaction.getByKeys(step.table, keys);
        const there = rows.filter((row) => row !== undefined);
        return filling.fillRows(transaction, step, there);
      });
      return {
        refusals,
        last: Number(page.value.at(-1)?.[0]),
        isLast: page.value.length < ROWS_OF_A_PAGE,
      };
    });
    if (part === undefined) return;
    const { last, refusals, isLast } = part;
    after = last;
    const noted = layout.columns.map((one) => (isFilled(one) ? { ...one, filledTo: last } : one));
    const reached = { ...layout, columns: noted };
    // Every writer reads the catalogue, so what changed it concurrently would be in the way of all of them.
    if (refusals.length === 0)
      await driver.alter((connection) => changeLayout(connection, reached, step.table, dialect));
    yield { layout: reached, refusals };
    if (isLast) return; // rows that others have added meanwhile are noted
  }
}
