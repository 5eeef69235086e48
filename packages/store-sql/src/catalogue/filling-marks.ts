import type { Opening } from "@tablewright/core/storage";
import type { TablePlan } from "../migrations/table-plan.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import { type CatalogueDialect, changeLayout } from "./catalogue.ts";

/** What of an opening decides which columns are filled. */
export type FillingOpening = Pick<Opening, "fill" | "fillInParts" | "refills">;

/** The columns of a definition that rows are still to be given values in. */
export function unfilledColumns({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const isNamed = (name: string) => table.columns.some((column) => column.name === name);
  return columns.filter(({ column, filledTo }) => filledTo !== undefined && isNamed(column));
}

/** Whether rows need a value in the column that a definition without it does not give them. */
export function isKeptFilled({ fills, filledTo }: LaidOutColumn): boolean {
  return (fills === true || filledTo !== undefined) && filledTo !== STALE;
}

/**
 * The plan of a table with marks on the columns that are filled: an added one is to be filled, and so is each if the opening
 * `refills`, and one that a definition had left out and that is named again. One that is left out becomes stale.
 */
export function withFillingMarks(plan: TablePlan, opening: FillingOpening): TablePlan {
  const { layout, old, added, rows } = plan;
  const { table, columns } = layout;
  if (old === undefined) return plan;
  const names = new Set(table.columns.map(({ name }) => name));
  const filled = columnsFilledBy(opening, table.name, [...names]);
  const marked = new Map<LaidOutColumn, LaidOutColumn>();
  for (const column of columns) {
    const isNamed = names.has(column.column);
    const isAdded = added.includes(column);
    if (!isNamed && column.fills && column.filledTo === undefined)
      marked.set(column, { ...column, filledTo: STALE });
    if (isNamed && column.filledTo === STALE) marked.set(column, { ...column, filledTo: 0 });
    if (!isNamed || !filled(column.column, isAdded)) continue;
    if (isAdded) marked.set(column, rows > 0 ? { ...column, filledTo: 0 } : { ...column, fills: true });
    else if (opening.refills) marked.set(column, { ...column, fills: true, filledTo: 0 });
  }
  if (marked.size === 0) return plan;
  const mark = (column: LaidOutColumn) => marked.get(column) ?? column;
  return {
    ...plan,
    layout: { ...layout, columns: columns.map(mark) },
    added: added.map(mark),
    isMarked: plan.isMarked === true || [...marked.keys()].some((column) => !added.includes(column)),
  };
}

/** Writes down that the rows of tables have values in all columns; returns the tables as they are then. */
export function noteFilled(
  connection: SqlConnection,
  layouts: readonly TableLayout[],
  dialect: CatalogueDialect,
): Promise<readonly TableLayout[]> {
  return markUnfilled(connection, layouts, dialect, ({ filledTo: _, ...column }) => ({
    ...column,
    fills: true,
  }));
}

/** Writes down that columns, which were filled before, could not be filled again. */
export function noteStale(
  connection: SqlConnection,
  layouts: readonly TableLayout[],
  dialect: CatalogueDialect,
): Promise<readonly TableLayout[]> {
  return markUnfilled(connection, layouts, dialect, (column) => ({ ...column, filledTo: STALE }));
}

async function markUnfilled(
  connection: SqlConnection,
  layouts: readonly TableLayout[],
  dialect: CatalogueDialect,
  mark: (column: LaidOutColumn) => LaidOutColumn,
): Promise<readonly TableLayout[]> {
  const changed: TableLayout[] = [];
  for (const layout of layouts) {
    const unfilled = unfilledColumns(layout);
    const columns = layout.columns.map((column) => (unfilled.includes(column) ? mark(column) : column));
    changed.push({ ...layout, columns });
    if (unfilled.length > 0)
      await changeLayout(connection, { ...layout, columns }, layout.table.name, dialect);
  }
  return changed;
}

/** Whether a column of a table is filled; an opening that cannot say so fills all that are added. */
function columnsFilledBy({ fill, fillInParts }: FillingOpening, table: string, columns: readonly string[]) {
  if (fillInParts === undefined) return (_: string, isAdded: boolean) => isAdded && fill !== undefined;
  const filled = new Set(fillInParts.steps([{ table, columns }]).flatMap((step) => step.columns));
  return (name: string) => filled.has(name);
}

/** The `filledTo` of a column that is not filled, because the definition has left it out. */
const STALE = -1;
