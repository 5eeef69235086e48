import { diagnose } from "../../diagnostics/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row, RowReader, Store, WriteTransaction } from "../../storage/index.ts";
import { columnRightsOf, hiddenCells } from "../access/column-rights.ts";
import { isNameable, keyOnly, mayFind, shownColumns } from "../access/nameable.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call, IdempotencyKey } from "../calls/call.ts";
import type { CallSettings, EngineOptions } from "../calls/engine-options.ts";
import type { BatchResult } from "../calls/request.ts";
import {
  type Accepted,
  type AnsweredRow,
  answeredRowsOf,
  type ResultRow,
  rejected,
} from "../calls/result.ts";
import { ANSWERS_KEPT, answersTable, findOwn, putRow } from "../engine-tables/engine-table.ts";
import { rowsInSlice } from "../stages/load-rows.ts";
import { openingOf } from "../stored/opening-of.ts";
import { storedTablesOf } from "../stored/stored-tables-of.ts";
import { filterOf, seesAllChanges } from "../visibility/filtered-plan.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";

/**
 * What the calls of a transaction were answered when they came before; an error where others came with their key. Nothing is done, so no
 * right to change rows is asked for. What the caller may not read any more is left out: of a row that they do not see now, or may not
 * find, they are answered the key, and of the others the columns that they are shown now. Rows of `_Expanded` are answered only to
 * callers from whom nothing is hidden; others get a warning.
 */
export async function keptAnswers(
  count: number,
  begin: (at: number) => Call,
  once: IdempotencyKey,
  stored: RowReader,
): Promise<BatchResult | undefined> {
  const [row] = await stored.getByKeys(answersTable.name, [[once.caller, once.key]]);
  const [, , sent, at, answer] = row ?? [];
  if (row === undefined || Number(at) + ANSWERS_KEPT <= begin(0).startedAt) return undefined;
  if (sent !== once.call) return rejected([diagnose("request/key-reused", { key: once.key })]);
  const kept = [JSON.parse(String(answer)) as KeptAnswer | readonly KeptAnswer[]].flat();
  const answers: Accepted[] = [];
  for (const [index, one] of kept.slice(0, count).entries())
    answers.push(await answerAgain(begin(index), stored, one));
  const call = kept[0]?.call;
  return { ok: true, answers, ...(call === undefined ? {} : { call }), isReplayed: true };
}

async function answerAgain(
  call: Call,
  stored: RowReader,
  { isFound, named = [], ...content }: KeptAnswer,
): Promise<Accepted> {
  const isSeen = await seenNow(
    call,
    stored,
    content.rows.map((_, at) => named[at]),
  );
  const hidden = await hiddenNow(call, stored, named);
  const isOwn = call.action === "Add" && !call.change.updatesDuplicates;
  const mayRead = isOwn || isFound === false || mayFind(call.caller);
  const isExpanded = content.rows.some((one) => EXPANDED in one) && !seesEverything(call);
  const rows = content.rows.flatMap((whole, at) => {
    const { [EXPANDED]: _, ...one } = whole;
    if (call.action === "Undo") return undoneRow(call, one, mayRead && isSeen[at] === true);
    if (!mayRead || isSeen[at] !== true) return withKey(call, one);
    return withShownColumns(call, isExpanded ? one : whole, hidden[at] ?? hidden.unknown);
  });
  const kept = isSeen.every(Boolean) ? content.warnings : [];
  const warnings = isExpanded ? [...kept, diagnose("request/not-expanded", {})] : kept;
  return { ok: true, ...content, rows, warnings, isReplayed: true };
}

/** An answer as `keepAnswers` writes it; answers of older versions have no `isFound` and no `named`. */
type KeptAnswer = Pick<Accepted, "rows" | "warnings" | "call" | "after" | "count"> & {
  readonly isFound?: boolean;
  readonly named?: readonly AnsweredRow[];
};

/** Whether no table, row or cell is hidden from the caller, nor may be by a database of another program. */
function seesEverything(call: Call): boolean {
  const tables = [...call.app.tables.values()];
  const isOpen = tables.every(
    ({ name, source }) => source === undefined && filterOf(call, name) === undefined,
  );
  return isOpen && seesAllChanges(call);
}

/** Whether the caller sees each of the rows now. A row that is gone is as one that is hidden where anything hides rows of its table. */
async function seenNow(
  call: Call,
  stored: RowReader,
  rows: readonly (AnsweredRow | undefined)[],
): Promise<readonly boolean[]> {
  const visible = new VisibleRows(call, stored);
  const isSeen = rows.map(() => true);
  for (const [name, places] of Map.groupBy(rows.keys(), (at) => rows[at]?.table ?? call.table.name)) {
    const isThere = call.app.tables.has(name);
    const isInSlice = call.slice?.filter !== undefined && !isNameable(call.caller, name);
    // The policies of another program's database may hide its rows, of which no filter of ours knows.
    const isOfSource = call.app.tables.get(name)?.source !== undefined;
    if (isThere && filterOf(call, name) === undefined && !isInSlice && !isOfSource) continue;
    for (const at of places) isSeen[at] = false;
    const known = isThere ? places.filter((at) => rows[at] !== undefined) : [];
    const found = await visible.getByKeys(
      name,
      known.map((at) => (rows[at] as AnsweredRow).key),
    );
    const present = found.filter((row) => row !== undefined);
    const seen = new Set<Row | undefined>(
      isInSlice ? await batchLoad(call, visible, () => rowsInSlice(call, present)) : present,
    );
    for (const [place, at] of known.entries()) isSeen[at] = seen.has(found[place]);
  }
  return isSeen;
}

/** The masked columns whose cells the caller may not read now, of each of the rows; all of them of one that is gone, and `unknown`. */
async function hiddenNow(
  call: Call,
  stored: RowReader,
  rows: readonly (AnsweredRow | undefined)[],
): Promise<readonly (readonly string[])[] & { readonly unknown: readonly string[] }> {
  const { columns } = shownColumns(call);
  const rights = columnRightsOf(call);
  const masked = columns.filter((column) => rights?.stateOf(column) === "masked");
  const unknown = masked.map(({ name }) => name);
  if (masked.length === 0) return Object.assign([], { unknown });
  const visible = new VisibleRows(call, stored);
  const found = await visible.getByKeys(
    call.table.name,
    rows.flatMap((row) => (row?.table === call.table.name ? [row.key] : [])),
  );
  const places = rows.flatMap((row, at) => (row?.table === call.table.name ? [at] : []));
  const present = found.filter((row) => row !== undefined);
  const cells = await batchLoad(call, visible, () => hiddenCells(call, masked, present));
  const hidden = rows.map(() => unknown);
  for (const [index, at] of places.entries()) {
    const row = found[index];
    if (row === undefined) continue;
    const isHidden = (column: ColumnDefinition) => cells.get(column)?.[present.indexOf(row)] !== false;
    hidden[at] = masked.filter(isHidden).map(({ name }) => name);
  }
  return Object.assign(hidden, { unknown });
}

/** What was undone of a row; nothing of a table that the caller may not name. */
function undoneRow(call: Call, row: ResultRow, isRowRead: boolean): readonly ResultRow[] {
  if (!isNameable(call.caller, String(row.table))) return [];
  const table = call.app.tables.get(String(row.table));
  const rights = columnRightsOf(call);
  const isRead = isRowRead && (rights === undefined || table === undefined || rights.readsAll(table));
  return [isRead ? row : { ...row, before: null, after: null }];
}

/** A row with the members that name it. */
function withKey({ table }: Call, row: ResultRow): ResultRow {
  const shown = new Set([COMPUTED_KEY, ...keyOnly(table).columns.map(({ name }) => name)]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name)));
}

/** A row without columns that it had and that the caller is not shown now; then without what names them, too. */
function withShownColumns(call: Call, row: ResultRow, hidden: readonly string[]): ResultRow {
  const columns = shownColumns(call).columns.filter(({ name }) => !hidden.includes(name));
  const shown = new Set([...OWN_MEMBERS, ...columns.map(({ name }) => name)]);
  const members = Object.entries(row);
  const left = members.filter(([name]) => shown.has(name));
  return left.length + members.filter(([name]) => MEMBERS_OF_WHOLE.has(name)).length === members.length
    ? row
    : Object.fromEntries(left);
}

const COMPUTED_KEY = "_ComputedKey";
const OWN_MEMBERS = ["_RowNumber", COMPUTED_KEY, "_Version"];
const EXPANDED = "_Expanded";
/** Members that name columns, so that only rows with all of their columns have them. */
const MEMBERS_OF_WHOLE: ReadonlySet<string> = new Set(["_Hidden", "_ReadOnly", EXPANDED]);

/** Keeps the answers of calls for when they come again. Rejected calls have changed nothing and are tried again instead. */
export async function keepAnswers(
  [call]: readonly Call[],
  once: IdempotencyKey,
  transaction: WriteTransaction,
  answers: readonly Accepted[],
): Promise<void> {
  const { caller, startedAt } = call as Call;
  const kept = answers.map((accepted): KeptAnswer => {
    const { rows, warnings, call: id, after, count } = accepted;
    const named = answeredRowsOf(accepted);
    return { rows, warnings, call: id, after, count, isFound: mayFind(caller), named } as KeptAnswer;
  });
  // The one of a call a day ago may still be there.
  const answer = JSON.stringify(kept.length === 1 ? kept[0] : kept);
  await putRow(transaction, answersTable, [once.caller, once.key, once.call, startedAt, answer]);
}

/** Makes the table of answers when the first call with an idempotency key comes; most stores never need it. */
export async function openAnswers(settings: CallSettings & Pick<EngineOptions, "store">): Promise<void> {
  const { definition, store } = settings;
  const opening =
    opened.get(store) ?? store.open([...storedTablesOf(definition), answersTable], openingOf(settings));
  opened.set(store, opening);
  await opening.catch((error: unknown) => {
    opened.delete(store);
    throw error;
  });
}

/** Those whose answers were opened by this process. */
const opened = new WeakMap<Store, Promise<void>>();

/** Removes answers that no call gets any more, some at a time. */
export async function trimAnswers(
  { store, services }: Pick<EngineOptions, "store" | "services">,
  isOver: () => boolean,
): Promise<number> {
  if (!opened.has(store)) return 0;
  const now = services.now();
  for (let removed = 0; ; ) {
    const old = await store.write(async (transaction) => {
      const rows = await findOwn(transaction, answersTable, { limit: PIECE });
      const keys = rows.filter((row) => Number(row[3]) + ANSWERS_KEPT <= now).map((row) => row.slice(0, 2));
      await transaction.delete(answersTable.name, keys);
      return keys.length;
    });
    removed += old;
    if (old < PIECE || isOver()) return removed;
  }
}

/** Answers of a transaction. */
const PIECE = 200;
