import { compareCodePoints, TopRows } from "@tablewright/core/compiler";
import { EvaluationError, type Meter } from "@tablewright/core/storage";
import {
  type Budgets,
  FIRST_ROWS,
  type FindStatement,
  quoteName,
  type RowParts,
  type SearchedRows,
  type SqlValue,
  type WindowStatement,
} from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { searchesOnce } from "./expression-dialect.ts";
import { Spending } from "./running-statement.ts";

/**
 * The rows of a statement: by one reading where they come quickly, else a window of the table at a time. Undefined for one that is slow and has
 * no windows, or searches inside that each window would repeat: it would hold up others.
 */
export async function searchSqlite(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
): Promise<SearchedRows | undefined> {
  const windows = statement.windows && SlotRange.of(connection, statement.windows);
  const range = searchesOnce(statement) ? undefined : windows;
  if (range === undefined || !connection.scans(statement.text, statement.groups !== undefined)) {
    const rows = await readFew(connection, statement, budgets);
    if (rows !== undefined) return { rows, isSorted: statement.isSorted };
  }
  if (range !== undefined)
    return takeFew(windowsOf(connection, statement.ofWindow(), range, budgets), budgets);
  if (!statement.isWhole || statement.computed.length > 0) return undefined;
  return { rows: [], isSorted: true, more: connection.readInParts(statement.ofMany()) };
}

/** The rows of a statement, if they are few and come quickly one after the other; others have their turn between two of them. */
async function readFew(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
): Promise<SqlValue[][] | undefined> {
  const spending = new Spending(budgets);
  const reading = connection.begin(budgets, statement, FIRST_ROWS + 1);
  try {
    for (;;) {
      const now = performance.now();
      const { rows, isWhole, isPaused } = reading.readOn(now + AIM, now + LONGEST);
      if (isWhole && rows.length <= FIRST_ROWS) return rows;
      if (!isPaused) break;
      refuseLate(budgets);
      await budgets.meter.giveWay();
    }
  } finally {
    reading.close();
  }
  spending.giveBack();
  return undefined;
}

function refuseLate({ meter: { limits, remainingMilliseconds } }: Budgets): void {
  if (remainingMilliseconds < 0) throw new EvaluationError("limit/time", { limit: limits.milliseconds });
}

/**
 * The rows of a statement, a part at a time and each with its slot at the end. Rows in an order come when all windows were
 * searched. A part may be empty, so that others have their turn. A window that takes long is stopped and begun again, smaller.
 */
function* windowsOf(
  connection: SqliteConnection,
  { limit = Number.POSITIVE_INFINITY, order, isGrouped, within }: WindowStatement,
  range: SlotRange,
  budgets: Budgets,
): Generator<SqlValue[][], void> {
  const { meter } = budgets;
  const sorted = order.length > 0 ? new SortedRows(order, limit) : undefined;
  const isOnlyWhole = sorted !== undefined || isGrouped;
  const most = isOnlyWhole ? Number.POSITIVE_INFINITY : ROWS_AT_ONCE;
  let slots = FIRST;
  let left = limit;
  for (let low = range.lowest - 1; low < range.highest && left > 0; low = range.skipGap(low)) {
    refuseLate(budgets);
    const high = Math.min(range.highest, low + slots);
    const started = performance.now();
    const spending = new Spending(budgets);
    const until = slots === 1 ? Number.POSITIVE_INFINITY : started + LONGEST;
    const { rows, isWhole } = connection.readWithin(
      budgets,
      within(low, high < range.highest ? high : undefined),
      until,
      most,
    );
    if (!isWhole && (isOnlyWhole || rows.length === 0)) {
      spending.giveBack();
      slots = Math.max(1, slots >> 3);
      yield [];
      continue;
    }
    low = isWhole ? high : Number(rows.at(-1)?.at(-1));
    const took = performance.now() - started;
    if (took > 2 * AIM) slots = Math.max(1, slots >> 1);
    else if (isWhole && took < AIM)
      slots = Math.min(slots * Math.floor(Math.min(LONGEST / 2 / took, MOST_GROWTH)), LARGEST);
    sorted?.add(rows);
    yield sorted === undefined ? rows.slice(0, left) : [];
    if (sorted === undefined) left -= rows.length;
  }
  if (sorted !== undefined) yield* sorted.parts(meter, ROWS_AT_ONCE);
}

/** Milliseconds that a window is to take, and that a reading takes until it pauses; and those after which a statement is stopped. */
const AIM = 5;
const LONGEST = 40;

/** Slots. */
const FIRST = 1_024;
const MOST_GROWTH = 128;
const LARGEST = 1 << 20;

const ROWS_AT_ONCE = 1_000;

/** Rows up to a number and a size that are held together, so that a caller has them at once, and what follows. */
async function takeFew(parts: Generator<SqlValue[][], void>, { meter }: Budgets): Promise<SearchedRows> {
  const rows: SqlValue[][] = [];
  let characters = 0;
  while (rows.length <= FIRST_ROWS && characters < FEW_CHARACTERS) {
    await meter.giveWay();
    const { value: part } = parts.next();
    if (part === undefined) return { rows, isSorted: true };
    for (const row of part) {
      rows.push(row);
      for (const value of row) if (typeof value === "string") characters += value.length;
    }
  }
  const more: RowParts = { next: () => parts.next().value ?? undefined, close: () => parts.return() };
  return { rows, isSorted: true, more };
}

const FEW_CHARACTERS = 16_777_216;

/** Between which slots the rows of a table are; of a table without rows the highest comes before the lowest. */
class SlotRange {
  readonly lowest: number;
  readonly highest: number;
  readonly #connection: SqliteConnection;
  readonly #next: string;

  private constructor(
    connection: SqliteConnection,
    next: string,
    [lowest, highest]: readonly [number, number],
  ) {
    this.#connection = connection;
    this.#next = next;
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Undefined where slots are too large to be counted up to in numbers. */
  static of(
    connection: SqliteConnection,
    { table, slot }: NonNullable<FindStatement["windows"]>,
  ): SlotRange | undefined {
    const column = quoteName(slot);
    const from = `from ${quoteName(table)}`;
    const lowestOf = `select min(${column}) ${from}`;
    // Apart each is found by the key; together they would be sought in all rows.
    const both = `select (${lowestOf}), (select max(${column}) ${from})`;
    const [lowest, highest] = connection.get(both) ?? [];
    const next = `${lowestOf} where ${column} > ?`;
    const ends = [Number(lowest ?? 1), Number(highest ?? 0)] as const;
    return ends.every(Number.isSafeInteger) ? new SlotRange(connection, next, ends) : undefined;
  }

  /** The number just before the first row above a slot: the keys of other programs may leave out millions. */
  skipGap(above: number): number {
    const [next] = this.#connection.get(this.#next, [above]) ?? [];
    return next == null ? this.highest : Number(next) - 1;
  }
}

type Row = SqlValue[];

/** The first rows of all windows in an order. Rows begin with their sort keys, and end with their slot, by which equal ones are sorted. */
export class SortedRows {
  readonly #first: TopRows<Row>;
  readonly #keys: number;

  /** At most `limit` rows are wanted. */
  constructor(order: WindowStatement["order"], limit: number) {
    this.#first = new TopRows(limit, rowOrder(order));
    this.#keys = order.length;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#first.add(row);
  }

  /** The rows without their sort keys, so many at a time; a part may be empty. */
  *parts(meter: Meter, size: number): Generator<Row[], void> {
    const sorting = this.#first.sortedAsTask(meter);
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) yield [];
    for (let from = 0; from < step.value.length; from += size) {
      yield step.value.slice(from, from + size).map((row) => row.slice(this.#keys));
    }
  }
}

/** Which of two rows comes first: below zero where the first does. */
type RowOrder = (left: Row, right: Row) => number;

/**
 * Compares rows by their first values as SQLite sorts them: NULLs, then numbers, then texts by code points. Bytes, which are
 * last, are no value of ours.
 */
export function rowOrder(order: readonly { readonly descending: boolean }[]): RowOrder {
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (const [at, direction] of directions.entries()) {
      const difference = compareStored(left[at] as SqlValue, right[at] as SqlValue);
      if (difference !== 0) return difference * direction;
    }
    return Number(left.at(-1)) - Number(right.at(-1));
  };
}

function compareStored(left: SqlValue, right: SqlValue): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [a, b] = [rankOf(left), rankOf(right)];
  if (a !== b) return a - b;
  return typeof left === "string" ? compareCodePoints(left, right as string) : 0;
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  if (typeof value === "number") return 1;
  return typeof value === "string" ? 2 : 3;
}
