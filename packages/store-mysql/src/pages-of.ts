import type { RenderedSql, RowParts, SqlValue } from "@tablewright/store-sql";
import type { BoundedAnswer } from "./client.ts";

interface Pages {
  /** How many rows have been given already. */
  readonly given: number;
  /** How many rows a page has at first. */
  readonly size: number;
  /** Rows of a part. */
  readonly part: number;
  /** The characters that a page may have, unless it is a single row, and as many as are good for one. */
  readonly mostCharacters: number;
  readonly goodCharacters: number;
  read(statement: RenderedSql, mostCharacters: number): Promise<BoundedAnswer>;
}

/**
 * The rows of a statement in an order that is the same each time, for a server that gives no cursor: the order is made again for each
 * page, so a page is as large as is held in memory, and given in parts.
 */
export function pagesOf(
  statementOf: (start: number, count: number) => RenderedSql,
  { given, size: first, part, mostCharacters, goodCharacters, read }: Pages,
): RowParts {
  let start = given;
  let size = first;
  let isAtEnd = false;
  let page: readonly SqlValue[][] = [];
  let taken = 0;
  const next = async () => {
    while (taken >= page.length && !isAtEnd) {
      const most = size === 1 ? Number.POSITIVE_INFINITY : mostCharacters;
      const { rows, characters, isCut } = await read(statementOf(start, size), most);
      isAtEnd = !isCut && rows.length < size;
      start += rows.length;
      page = rows;
      taken = 0;
      const load = Math.max(size / MOST_ROWS, characters / goodCharacters);
      size = Math.max(1, Math.floor(size / load));
    }
    if (taken >= page.length) return undefined;
    taken += part;
    return page.slice(taken - part, taken);
  };
  return { next, close: () => undefined };
}

/** Of a page, which are held together. */
const MOST_ROWS = 50_000;
