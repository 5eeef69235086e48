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

/**
 * The rows of a statement. Many, and long ones, are read a page at a time, as a connection answers nothing else while it streams:
 * pages begin after a slot, or, of rows in an order of their own, after so many rows where each statement reads the same ones; else all
 * come at once. Undefined for very many groups.
 */
export async function searchMysql(
  connection: MysqlConnection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows | undefined> {
  const read = async ({ text, values }: RenderedSql, mostCharacters: number) => {
    await connection.limitTime(meter);
    return connection.allWithin(mostCharacters, text, values);
  };
  const { isSorted, isSource, ofPage, windows } = statement;
  const { rows, characters, isCut } = await read(statement, MOST_CHARACTERS);
  if (rows.length <= FIRST_ROWS && !isCut) return { rows, isSorted };
  if (statement.groups !== undefined) return undefined;
  const { order, limit = Number.POSITIVE_INFINITY } = statement.ofWindow();
  const isBySlot = windows !== undefined && order.length === 0;
  if (!isBySlot && (ofPage === undefined || !connection.isSnapshot))
    return { rows: (await read(statement.ofMany(), Number.POSITIVE_INFINITY)).rows, isSorted: true };
  // A row of another program does not bear its slot.
  const first = isSorted && !(isBySlot && isSource) ? rows : [];
  const pageOf: PageOf = ({ given, slot }, count) =>
    isBySlot || ofPage === undefined
      ? statement.ofWindow(Math.min(count, limit - given)).within(slot, Number.MAX_SAFE_INTEGER)
      : ofPage(given, count);
  const largest = isBySlot ? PART : LARGEST_PAGE;
  const good = Math.floor(rows.length * (GOOD_CHARACTERS / characters));
  const size = Math.max(1, Math.min(PART, good));
  return { rows: first, isSorted: true, more: pagesAfter(first, { size, largest, pageOf, read }) };
}

type PageOf = (after: { readonly given: number; readonly slot: number }, count: number) => RenderedSql;

interface Pages {
  /** How many rows a page has at first, and at most. */
  readonly size: number;
  readonly largest: number;
  readonly pageOf: PageOf;
  read(statement: RenderedSql, mostCharacters: number): Promise<BoundedAnswer>;
}

/**
 * The rows after the first ones. An order is made again for each page, so such a page is as large as is held in memory, and given in
 * parts. A page whose rows are too long together ends before them; a single row is given however long it is.
 */
function pagesAfter(first: readonly SqlValue[][], { largest, pageOf, read, ...begin }: Pages): RowParts {
  let { size } = begin;
  let after = { given: first.length, slot: Number(first.at(-1)?.at(-1) ?? Number.MIN_SAFE_INTEGER) };
  let isAtEnd = false;
  let page: readonly SqlValue[][] = [];
  let taken = 0;
  const next = async () => {
    while (taken >= page.length && !isAtEnd) {
      const most = size === 1 ? Number.POSITIVE_INFINITY : MOST_CHARACTERS;
      const { rows, characters, isCut } = await read(pageOf(after, size), most);
      isAtEnd = !isCut && rows.length < size;
      // Before the rows are handed out, as their readers change them.
      after = { given: after.given + rows.length, slot: Number(rows.at(-1)?.at(-1) ?? after.slot) };
      page = rows;
      taken = 0;
      size = Math.max(1, Math.floor(size / Math.max(size / largest, characters / GOOD_CHARACTERS)));
    }
    if (taken >= page.length) return undefined;
    taken += PART;
    return page.slice(taken - PART, taken);
  };
  return { next, close: () => undefined };
}

/** Rows that are given before others have their turn: a few milliseconds. */
const PART = 2_000;

/** Rows of a page in an order of its own, which are held together. */
const LARGEST_PAGE = 50_000;

/** Characters of the cells that an answer may have; as many as are good for a page. */
const MOST_CHARACTERS = 16_777_216;
const GOOD_CHARACTERS = 4_194_304;
