import {
  type Budgets,
  FEW_ROWS,
  type FindStatement,
  type RowParts,
  type SearchedRows,
  type SqlValue,
} from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";

/**
 * The rows of a statement. Many are searched for a window of slots at a time, as a connection answers nothing else while it
 * streams; those in an order of their own, or of a table whose rows are not numbered, are all read at once.
 */
export async function search(
  connection: Connection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const { text, values, isSorted, isSource } = statement;
  await connection.limitTime(meter);
  const rows = await connection.all(text, values);
  if (rows.length <= FEW_ROWS) return { rows, isSorted };
  const window = statement.ofWindow();
  const ends = window.order.length > 0 ? undefined : statement.ofEnds();
  if (ends === undefined) {
    const all = statement.ofMany();
    return { rows: [], isSorted: true, more: partsOf(await connection.all(all.text, all.values)) };
  }
  // A row of another program does not bear its slot.
  const first = isSorted && !isSource ? rows : [];
  const [least, highest] = ((await connection.get(ends.text, ends.values)) ?? []).map(Number);
  const above = Number(first.at(-1)?.at(-1) ?? Number(least) - 1);
  const read = async (above: number, upTo: number) => {
    await connection.limitTime(meter);
    const statement = window.within(above, upTo);
    return connection.all(statement.text, statement.values);
  };
  const left = (window.limit ?? Number.POSITIVE_INFINITY) - first.length;
  return { rows: first, isSorted: true, more: windowsOf({ above, highest: Number(highest), left }, read) };
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
  { highest, ...bounds }: { readonly above: number; readonly highest: number; readonly left: number },
  read: (above: number, upTo: number) => Promise<SqlValue[][]>,
): RowParts {
  let { above, left } = bounds;
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
