import {
  type Budgets,
  FEW_ROWS,
  type FindStatement,
  quoteName,
  type RowParts,
  type SearchedRows,
  SLOT,
  type SqlValue,
  type WindowStatement,
} from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";

/**
 * The rows of a statement. Many are searched for a window of slots at a time, as a connection answers nothing else while it
 * streams; those in an order of their own, or of another program's table, which has no slots, are all read at once.
 */
export async function search(
  connection: Connection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const { text, values, isSorted, isSource, table } = statement;
  await connection.limitTime(meter);
  const rows = await connection.all(text, values);
  if (rows.length <= FEW_ROWS) return { rows, isSorted };
  const window = statement.ofWindow();
  if (window.order.length > 0 || isSource) {
    const all = statement.ofMany();
    return { rows: [], isSorted: true, more: partsOf(await connection.all(all.text, all.values)) };
  }
  const first = isSorted ? rows : [];
  const [highest] = (await connection.get(`select max(${quoteName(SLOT)}) from ${quoteName(table)}`)) ?? [];
  const read = async (above: number, upTo: number) => {
    await connection.limitTime(meter);
    const statement = window.within(above, upTo);
    return connection.all(statement.text, statement.values);
  };
  return { rows: first, isSorted: true, more: windowsOf(window, first, Number(highest), read) };
}

function partsOf(rows: readonly SqlValue[][]): RowParts {
  let start = 0;
  const next = () => {
    if (start >= rows.length) return undefined;
    start += PART;
    return rows.slice(start - PART, start);
  };
  return { next, close: () => undefined };
}

function windowsOf(
  { limit = Number.POSITIVE_INFINITY }: WindowStatement,
  first: readonly SqlValue[][],
  highest: number,
  read: (above: number, upTo: number) => Promise<SqlValue[][]>,
): RowParts {
  let above = Number(first.at(-1)?.at(-1) ?? 0);
  let left = limit - first.length;
  let slots = PART;
  const next = async () => {
    if (above >= highest || left <= 0) return undefined;
    const upTo = Math.min(highest, above + slots);
    const rows = (await read(above, upTo)).slice(0, left);
    slots = Math.max(1, Math.floor(slots * Math.min(4, Math.max(0.05, 1 / loadOf(rows)))));
    above = upTo;
    left -= rows.length;
    return rows;
  };
  return { next, close: () => undefined };
}

/** How much a part is, where 1 is as much as is good. */
function loadOf(rows: readonly SqlValue[][]): number {
  let characters = 0;
  for (const row of rows) for (const value of row) if (typeof value === "string") characters += value.length;
  return Math.max(rows.length / PART, characters / MOST_CHARACTERS, Number.EPSILON);
}

/** Rows that are read before others have their turn: a few milliseconds. */
const PART = 2_000;

const MOST_CHARACTERS = 4_194_304;
