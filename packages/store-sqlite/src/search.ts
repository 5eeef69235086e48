import {
  type Budgets,
  FIRST_ROWS,
  type FindStatement,
  Pauses,
  type RowParts,
  type SearchedRows,
  type SqlValue,
} from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { scanWindows } from "./scan-windows.ts";
import { SearchesApart } from "./searches-apart.ts";
import { SlotRange } from "./slot-range.ts";
import { Spending } from "./spending.ts";

/** The rows of a statement: at once where an index makes it quick, else a window of the table at a time. */
export async function searchSqlite(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
): Promise<SearchedRows | undefined> {
  const apart = new SearchesApart(connection, budgets);
  let isOpen = false;
  try {
    const range = statement.windows && SlotRange.of(connection, statement.windows.rows);
    if (range === undefined) return await searchSource(connection, statement, budgets, apart);
    const read = await readAtOnce(connection, statement, budgets, apart);
    if (read !== undefined) return { rows: read, isSorted: statement.isSorted };
    const windows = scanWindows(connection, budgets, statement.ofWindow(), range, apart);
    const more: RowParts = {
      next: () => windows.next().value ?? undefined,
      close: () => {
        windows.return();
        apart.end();
      },
    };
    const { rows, isWhole } = await takeFew(more, budgets);
    isOpen = !isWhole;
    return isWhole ? { rows, isSorted: true } : { rows, isSorted: true, more };
  } finally {
    if (!isOpen) apart.end();
  }
}

/** The rows of a statement that an index makes quick; undefined when it looks at all rows, or turns out to be slow. */
async function readAtOnce(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
  apart: SearchesApart,
): Promise<SqlValue[][] | undefined> {
  if (connection.scans(statement.text, statement.groups !== undefined)) return undefined;
  const spending = new Spending(budgets);
  const { rows, isWhole } = await apart.readBeside(statement, LONGEST_AT_ONCE);
  if (isWhole && rows.length <= FIRST_ROWS) return rows;
  spending.giveBack();
  return undefined;
}

/** Milliseconds after which a statement is carried out a window of the table at a time. */
const LONGEST_AT_ONCE = 12;

/** Rows up to a number and a size that are held together, so that a caller has them at once. */
async function takeFew(
  parts: RowParts,
  { meter }: Budgets,
): Promise<{ readonly rows: SqlValue[][]; readonly isWhole: boolean }> {
  const rows: SqlValue[][] = [];
  const pauses = new Pauses();
  let characters = 0;
  while (rows.length <= FIRST_ROWS && characters < FEW_CHARACTERS) {
    await pauses.whenDue(meter);
    const part = await parts.next();
    if (part === undefined) return { rows, isWhole: true };
    for (const row of part) {
      rows.push(row);
      for (const value of row) if (typeof value === "string") characters += value.length;
    }
  }
  return { rows, isWhole: false };
}

const FEW_CHARACTERS = 16_777_216;

/**
 * The rows of a statement about a table of another program that has no numbers to search a window of: at once where that is
 * quick, and all rows of the table as they come; undefined for anything else, which would hold up others.
 */
async function searchSource(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
  apart: SearchesApart,
): Promise<SearchedRows | undefined> {
  const spending = new Spending(budgets);
  const { rows, isWhole } = await apart.readBeside(statement, LONGEST_SOURCE_READ);
  if (isWhole && rows.length <= FIRST_ROWS) return { rows, isSorted: true };
  spending.giveBack();
  if (!statement.isWhole || statement.computed.length > 0) return undefined;
  return { rows: [], isSorted: true, more: connection.readInParts(statement.ofMany()) };
}

/** Milliseconds. */
const LONGEST_SOURCE_READ = 40;
