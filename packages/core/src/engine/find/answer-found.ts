import { DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import { continueWith, runWithPauses, sortValues, type Task } from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import { batchOf, type Row, type RowBatches, type RowReader, type SortKey } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { FoundBatches } from "../answers/answered-rows.ts";
import {
  type AnsweredPart,
  AnsweredRows,
  accepted,
  jsonPartOf,
  jsonRowsOf,
} from "../answers/answered-rows.ts";
import { type WrittenPart, writePart } from "../answers/write-cells.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call, FindPage, PlacedRow } from "../calls/call.ts";
import { type AnsweredRow, noteAnsweredRows, type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/load-rows.ts";
import { answerSummary } from "../summary/answer-summary.ts";
import { compareExactly, comparePlaces } from "./page-order.ts";
import { writeCursor } from "./read-page.ts";

/** Answers rows as they come, or their summary where one is asked for. Of many rows that are only passed on, nothing but their JSON is held. */
export async function answerFound(
  call: Call,
  transaction: RowReader,
  batches: FoundBatches,
  isSliceApplied = false,
): Promise<Result> {
  if (call.answer.summary !== undefined)
    return answerSummary(call, call.answer.summary, transaction, batches, isSliceApplied);
  const { meter } = call.read.context;
  const parts: AnsweredPart[] = [];
  const warnings = new DiagnosticList();
  const named: AnsweredRow[] = [];
  for await (const rows of batches) {
    const written = await batchLoad(call, transaction, () =>
      writeFound(call, rows, batches.computed, isSliceApplied),
    );
    const last = parts.pop();
    if (last !== undefined)
      parts.push(call.answer.keepsJson ? await runWithPauses(jsonPartOf(last, meter), meter) : last);
    parts.push(written.part);
    warnings.addAll(written.warnings);
    for (const row of written.named) named.push(row);
  }
  const answer = accepted(call, new AnsweredRows(parts), warnings.all);
  noteAnsweredRows(answer, named);
  return answer;
}

/** Answers rows that are all in memory. */
export function answerRows(
  call: Call,
  transaction: RowReader,
  rows: readonly Row[],
): Result | Promise<Result> {
  if (call.answer.summary !== undefined) return answerFound(call, transaction, batchOf(rows));
  const writing = batchLoad(call, transaction, () => writeFound(call, rows, undefined));
  return continueWith(writing, ({ part, named, warnings }) => {
    const answer = accepted(call, new AnsweredRows([part]), warnings);
    noteAnsweredRows(answer, named);
    return answer;
  });
}

function* writeFound(
  call: Call,
  rows: readonly Row[],
  computed: FoundBatches["computed"],
  isSliceApplied = false,
): Task<WrittenPart> {
  const shown = isSliceApplied ? rows : yield* rowsInSlice(call, rows);
  return yield* writePart(call, shown, computed);
}

/** The result with what a Find in parts says besides its rows. */
export async function withPageInfo(
  { answer: { page } }: Call,
  result: Result,
  next: string | undefined,
  count: () => Promise<number>,
): Promise<Result> {
  if (!result.ok) return result;
  if (next !== undefined && next.lastIndexOf(".") > LONGEST_CURSOR)
    return rejected([diagnose("limit/cursor", { limit: LONGEST_CURSOR })]);
  const isWhole = page?.after === undefined && next === undefined && page?.limit !== 0;
  const counted = page?.counts ? { count: isWhole ? jsonRowsOf(result).count : await count() } : {};
  // What is known of the rows goes with the object, so it is not copied.
  return Object.assign(result, next === undefined ? {} : { after: next }, counted);
}

/** Characters of a cursor before its checksum, so that it passes through every header. */
const LONGEST_CURSOR = 8_192;

/** Answers rows, and where they are read in parts the part of them in the order of parts. */
export async function answerPage(
  call: Call,
  transaction: RowReader,
  rows: RowBatches,
  order: readonly SortKey[] = [],
): Promise<Result> {
  const { page } = call.answer;
  if (page === undefined) return answerFound(call, transaction, rows);
  const source = { rows, order, isSorted: false, isSliceApplied: false, most: Number.POSITIVE_INFINITY };
  const paged = new PagedRows(call, transaction, source, page);
  const result = await answerFound(call, transaction, paged, true);
  return withPageInfo(call, result, paged.next, async () => paged.rowCount);
}

/** What the rows of a part are taken from. */
interface PageSource {
  readonly rows: FoundBatches;
  /** The order of parts. */
  readonly order: readonly SortKey[];
  /** Whether the rows come in it, except those whose keys differ only in case. */
  readonly isSorted: boolean;
  /** Whether the filter of the call's slice was applied. */
  readonly isSliceApplied: boolean;
  /** How many rows there are at most because no more were asked for. */
  readonly most: number;
}

/**
 * One part of the rows of a Find: those after the place where the part before ended. What decides is the place and not how
 * many rows came before, so that rows that were added or deleted since shift nothing.
 */
export class PagedRows implements FoundBatches {
  /** Whether it was this that failed, and not who works on the rows. */
  hasFailed = false;
  /** The cursor of the part after; undefined where there is none. Known when all rows were taken. */
  next: string | undefined;
  /** How many rows came, of all parts; all of them where they had to be sorted. */
  rowCount = 0;
  /** Whether rows may be missing after the last that came, so that the part has to be read without a limit. */
  isTruncated = false;
  readonly #call: Call;
  readonly #transaction: RowReader;
  readonly #source: PageSource;
  readonly #page: FindPage;
  readonly #compare: ReturnType<typeof comparePlaces>;
  #taken = 0;
  #last: PlacedRow | undefined;

  constructor(call: Call, transaction: RowReader, source: PageSource, page: FindPage) {
    this.#call = call;
    this.#transaction = transaction;
    this.#source = source;
    this.#page = page;
    this.#compare = comparePlaces(source.order);
  }

  get computed(): readonly VirtualColumnDefinition[] {
    return this.#source.rows.computed ?? [];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    try {
      yield* this.#rows();
    } catch (thrown) {
      this.hasFailed = true;
      throw thrown;
    }
  }

  async *#rows(): AsyncGenerator<readonly Row[]> {
    if (this.#page.limit === 0 && this.#source.isSorted) return;
    let waiting: PlacedRow[] = [];
    for await (const placed of this.#source.isSorted ? this.#placed() : this.#sorted()) {
      const shown: Row[] = [];
      for (const one of placed) {
        const [first] = waiting;
        if (first === undefined || this.#compare(first, one) === 0) {
          waiting.push(one);
          continue;
        }
        this.#take(waiting, shown);
        if (this.next !== undefined) break;
        waiting = [one];
      }
      if (shown.length > 0) yield shown;
      if (this.next !== undefined) return;
    }
    const shown: Row[] = [];
    this.#take(waiting, shown);
    this.isTruncated = this.next === undefined && this.rowCount >= this.#source.most;
    if (shown.length > 0) yield shown;
  }

  /** Takes rows of one place as far as they belong to the part. */
  #take(same: PlacedRow[], shown: Row[]): void {
    const { limit, after, fingerprint } = this.#page;
    if (same.length > 1) same.sort(compareExactly);
    for (const one of same) {
      if (after !== undefined && (this.#compare(one, after) || compareExactly(one, after)) <= 0) continue;
      if (this.#taken === limit) {
        this.next = this.#last && writeCursor(this.#last, fingerprint);
        return;
      }
      shown.push(one.row);
      this.#taken++;
      this.#last = one;
    }
  }

  async *#placed(): AsyncGenerator<readonly PlacedRow[]> {
    const { rows, order, isSliceApplied } = this.#source;
    const call = this.#call;
    const valuesOf = sortValues(order, call.read.context);
    for await (const batch of rows) {
      const placed = await batchLoad(call, this.#transaction, () =>
        placeRows(call, valuesOf, batch, isSliceApplied),
      );
      this.rowCount += placed.length;
      yield placed;
    }
  }

  async *#sorted(): AsyncGenerator<readonly PlacedRow[]> {
    const all: PlacedRow[] = [];
    for await (const placed of this.#placed()) for (const one of placed) all.push(one);
    yield all.sort((one, other) => this.#compare(one, other) || compareExactly(one, other));
  }
}

function* placeRows(
  call: Call,
  valuesOf: ReturnType<typeof sortValues>,
  rows: readonly Row[],
  isSliceApplied: boolean,
): Task<readonly PlacedRow[]> {
  const placed: PlacedRow[] = [];
  const own = isSliceApplied ? rows : yield* rowsInSlice(call, rows);
  yield* valuesOf(own, (row, _, order) => placed.push({ row, order, key: keyOf(call, row) }));
  return placed;
}

function keyOf({ table }: Call, row: Row): readonly Value[] {
  return table.key.map(({ index }) => row[index] ?? null);
}
