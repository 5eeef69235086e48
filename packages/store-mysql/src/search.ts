import {
  type Budgets,
  FIRST_ROWS,
  type FindStatement,
  type RenderedSql,
  type RowParts,
  type SearchedRows,
  type SqlValue,
} from "@tablewright/store-sql";
import type { BoundedAnswer } from "./client.ts";
import type { MysqlConnection } from "./connection.ts";
import { pagesOf } from "./pages-of.ts";

/**
 * The rows of a statement. Many, and long ones, are searched for a window of slots at a time, as a connection answers nothing
 * else while it streams. Those in an order of their own, or of a table whose rows are not numbered, are read a page of that order at a
 * time where each statement reads the same rows, else all at once.
 */
export async function searchMysql(
  connection: MysqlConnection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const { text, values, isSorted, isSource } = statement;
  await connection.limitTime(meter);
  const { rows, characters, isCut } = await connection.allWithin(MOST_CHARACTERS, text, values);
  if (rows.length <= FIRST_ROWS && !isCut) return { rows, isSorted };
  const window = statement.ofWindow();
  const ends = window.order.length > 0 ? undefined : statement.ofEnds();
  if (ends === undefined) {
    const { ofPage } = statement;
    if (ofPage !== undefined && connection.isSnapshot) {
      const first = isSorted ? rows : [];
      const size = Math.max(
        1,
        Math.min(FIRST_ROWS, Math.floor(rows.length * (GOOD_CHARACTERS / characters))),
      );
      const parts = { part: PART, mostCharacters: MOST_CHARACTERS, goodCharacters: GOOD_CHARACTERS };
      const read = async ({ text, values }: RenderedSql, most: number) => {
        await connection.limitTime(meter);
        return connection.allWithin(most, text, values);
      };
      const more = pagesOf(ofPage, { ...parts, given: first.length, size, read });
      return { rows: first, isSorted: true, more };
    }
    const all = statement.ofMany();
    const read = await connection.allWithin(Number.POSITIVE_INFINITY, all.text, all.values);
    return { rows: [], isSorted: true, more: partsOf(read.rows) };
  }
  // A row of another program does not bear its slot.
  const first = isSorted && !isSource && !isCut ? rows : [];
  const [least, highest] = ((await connection.get(ends.text, ends.values)) ?? []).map(Number);
  const above = Number(first.at(-1)?.at(-1) ?? Number(least) - 1);
  const read = async (above: number, upTo: number) => {
    await connection.limitTime(meter);
    const statement = window.within(above, upTo);
    const most = upTo - above === 1 ? Number.POSITIVE_INFINITY : MOST_CHARACTERS;
    return connection.allWithin(most, statement.text, statement.values);
  };
  const left = (window.limit ?? Number.POSITIVE_INFINITY) - first.length;
  const slots = isCut ? Math.max(1, Math.floor(rows.length * (GOOD_CHARACTERS / characters))) : PART;
  return {
    rows: first,
    isSorted: true,
    more: windowsOf({ above, highest: Number(highest), left, slots }, read),
  };
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

interface Windows {
  readonly above: number;
  readonly highest: number;
  /** Rows that are still wanted. */
  readonly left: number;
  /** How many slots the first window has. */
  readonly slots: number;
}

/** A window whose rows are too long together is searched again in smaller ones; that of a single slot is not. */
function windowsOf(
  { highest, ...bounds }: Windows,
  read: (above: number, upTo: number) => Promise<BoundedAnswer>,
): RowParts {
  let { above, left, slots } = bounds;
  const next = async () => {
    while (above < highest && left > 0) {
      const upTo = Math.min(highest, above + slots);
      const { rows, characters, isCut } = await read(above, upTo);
      const load = Math.max(rows.length / PART, characters / GOOD_CHARACTERS, Number.EPSILON);
      slots = Math.max(1, Math.floor((upTo - above) * Math.min(4, Math.max(0.05, 1 / load))));
      if (isCut) continue;
      above = upTo;
      const part = rows.slice(0, left);
      left -= part.length;
      return part;
    }
    return undefined;
  };
  return { next, close: () => undefined };
}

/** Rows that are read before others have their turn: a few milliseconds. */
const PART = 2_000;

/** Characters of the cells that an answer may have; as many as are good for a part. */
const MOST_CHARACTERS = 16_777_216;
const GOOD_CHARACTERS = 4_194_304;
