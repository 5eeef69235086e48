import { EvaluationError } from "@tablewright/core/storage";
import {
  type Budgets,
  FIRST_ROWS,
  type FindStatement,
  type RowParts,
  type SearchedRows,
  type SqlValue,
  type WindowStatement,
} from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { searchesOnce } from "./expression-dialect.ts";
import { SlotRange } from "./slot-range.ts";
import { SortedRows } from "./sorted-rows.ts";
import { Spending } from "./spending.ts";

/**
 * The rows of a statement: at once where that takes some milliseconds, else a window of the table at a time. Undefined for one that is slow and has
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
    const rows = readAtOnce(connection, statement, budgets);
    if (rows !== undefined) return { rows, isSorted: statement.isSorted };
  }
  if (range !== undefined)
    return takeFew(windowsOf(connection, statement.ofWindow(), range, budgets), budgets);
  if (!statement.isWhole || statement.computed.length > 0) return undefined;
  return { rows: [], isSorted: true, more: connection.readInParts(statement.ofMany()) };
}

/** The rows of a statement, if they are few and it is quick. */
function readAtOnce(
  connection: SqliteConnection,
  statement: FindStatement,
  budgets: Budgets,
): SqlValue[][] | undefined {
  const spending = new Spending(budgets);
  const { rows, isWhole } = connection.readWithin(budgets, statement, performance.now() + LONGEST);
  if (isWhole && rows.length <= FIRST_ROWS) return rows;
  spending.giveBack();
  return undefined;
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
    if (meter.remainingMilliseconds < 0)
      throw new EvaluationError("limit/time", { limit: meter.limits.milliseconds });
    const high = Math.min(range.highest, low + slots);
    const started = performance.now();
    const spending = new Spending(budgets);
    const until = slots === 1 ? Number.POSITIVE_INFINITY : started + LONGEST;
    const { rows, isWhole } = connection.readWithin(budgets, within(low, high), until, most);
    if (!isWhole && (isOnlyWhole || rows.length === 0)) {
      spending.giveBack();
      slots = Math.max(1, slots >> 3);
      yield [];
      continue;
    }
    low = isWhole ? high : Number(rows.at(-1)?.at(-1));
    const took = performance.now() - started;
    if (took > 2 * AIM) slots = Math.max(1, slots >> 1);
    else if (isWhole && took < AIM) slots = Math.min(slots << 3, LARGEST);
    sorted?.add(rows);
    yield sorted === undefined ? rows.slice(0, left) : [];
    if (sorted === undefined) left -= rows.length;
  }
  if (sorted !== undefined) yield* sorted.parts(meter, ROWS_AT_ONCE);
}

/** Milliseconds that a window is to take, and after which a statement is stopped. */
const AIM = 5;
const LONGEST = 40;

/** Slots. */
const FIRST = 1_024;
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
