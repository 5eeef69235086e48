import {
  type DetailsOf,
  type DiagnosticCode,
  diagnose,
  hasErrors,
  kindInWords,
} from "../../diagnostics/index.ts";
import { runWithPauses } from "../../expression/parts.ts";
import type { WriteTransaction, WriteUse } from "../../storage/index.ts";
import { explained } from "../access/explained.ts";
import type { Call } from "../calls/call.ts";
import { ChangeLog } from "../calls/change-log.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { callForLoad } from "../calls/prepare/prepare-call.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { rejected } from "../calls/result.ts";
import {
  forgetImports,
  type ImportEntry,
  importsTable,
  readImport,
  unfinishedImports,
  writeImport,
} from "../engine-tables/import-log.ts";
import { writeJournal } from "../journal/write-journal.ts";
import { openingOf } from "../stored/opening-of.ts";
import { storedTablesOf } from "../stored/stored-tables-of.ts";
import { planChange } from "../transaction/plan-change.ts";
import type {
  LoadedSource,
  LoadOptions,
  LoadOutcome,
  LoadResult,
  LoadRow,
  LoadSource,
} from "./load-request.ts";
import { type LoadedRows, RefusedByStore, readLoadRows, writeLoadedRows } from "./load-rows.ts";
import { type LoadPlan, planLoad } from "./plan-load.ts";

/**
 * Adds many rows, each through the stages of an Add with its limits of time lifted, and refuses those that have errors. It
 * is done in the name of the application: what callers may change or see, and workflow rules, play no part.
 */
export async function loadSources<R extends LoadRow>(
  settings: EngineOptions,
  sources: readonly LoadSource<R>[],
  options: LoadOptions<R> = {},
): Promise<LoadResult> {
  const { definition, store } = settings;
  const planned = sources.map((source) => planLoad(definition, source));
  const diagnostics = planned.flatMap((one) => one.diagnostics);
  if (hasErrors(diagnostics)) return rejected(diagnostics);
  const plans = planned.flatMap(({ output }) => output ?? []);
  const [first] = plans;
  if (first === undefined) return { ok: true, isKept: true, sources: [] };
  const { output: call, diagnostics: refusal } = await callForLoad(settings, first.table, options);
  if (call === undefined) return rejected(refusal);
  await store.open([...storedTablesOf(definition), importsTable], openingOf(settings));
  return explained(definition, load(settings, options, plans, call), rejected);
}

async function load<R extends LoadRow>(
  settings: EngineOptions,
  options: LoadOptions<R>,
  plans: readonly LoadPlan<R>[],
  call: PreparedCall,
): Promise<LoadResult> {
  const { store } = settings;
  const { timeZone } = call.caller;
  const use: WriteUse = { ...planChange(call, "load").use, timeZone };
  const isOne = options.allOrNothing === true || options.dryRun === true;
  const ids = new Set(plans.flatMap(({ source }) => source.id ?? []));
  try {
    if (!isOne) return { ok: true, isKept: true, sources: await loadAll(undefined) };
    const work = async (transaction: WriteTransaction): Promise<LoadResult> => {
      const sources = await loadAll(transaction);
      const isRefused = sources.some(({ refused }) => refused > 0);
      if (options.dryRun || isRefused) throw new RefusedLoad({ ok: true, isKept: false, sources });
      return { ok: true, isKept: true, sources };
    };
    return await store.write(work, { ...use, repeatable: false }); // sources can be read once
  } catch (thrown) {
    if (thrown instanceof RefusedLoad) return thrown.result;
    if (thrown instanceof RefusedByStore) return rejected([thrown.diagnostic]);
    throw thrown;
  }

  async function loadAll(transaction: WriteTransaction | undefined): Promise<readonly LoadedSource[]> {
    const loaded: LoadedSource[] = [];
    for (const plan of plans) loaded.push(await loadOne(plan, transaction));
    return loaded;
  }

  /** In the transaction of all, or in one for each part. */
  async function loadOne(plan: LoadPlan<R>, whole: WriteTransaction | undefined): Promise<LoadedSource> {
    const write = <T>(work: (transaction: WriteTransaction) => Promise<T>) =>
      whole === undefined ? store.write(work, { timeZone }) : work(whole);
    const beginning = await prepare(plan);
    const begun = await write((transaction) => begin(plan, beginning, transaction));
    let { entry } = begun;
    const { outcome } = begun;
    if (outcome === "already" || outcome === "occupied") return answer(plan, entry, outcome);
    const slices = inSlices(plan.source, entry.rows, options.partSize ?? partSizeOf(plan.source));
    for await (const rows of readAhead(slices)) {
      entry = await (whole === undefined
        ? writePart(plan, rows, entry)
        : loadPart(await prepare(plan), whole, { plan, rows, before: entry }, options));
      options.watch?.advances?.(plan.source, entry);
    }
    const last = { ...entry, isFinished: true };
    if (plan.source.id !== undefined) await write((transaction) => writeImport(transaction, last));
    return answer(plan, last, outcome);
  }

  /** As one transaction; where a database refuses a row, the rows before it, that row and the rows after it are one each. */
  async function writePart(
    plan: LoadPlan<R>,
    rows: readonly R[],
    before: ImportEntry,
    refusal?: RefusedByStore,
  ): Promise<ImportEntry> {
    if (rows.length === 0) return before;
    const prepared = await prepare(plan);
    const part = { plan, rows, before, refusal };
    try {
      return await store.write((transaction) => loadPart(prepared, transaction, part, options), use);
    } catch (thrown) {
      if (!(thrown instanceof RefusedByStore)) throw thrown;
      const at = thrown.position - before.rows - 1;
      const until = await writePart(plan, rows.slice(0, at), before);
      const after = await writePart(plan, rows.slice(at, at + 1), until, thrown);
      return writePart(plan, rows.slice(at + 1), after);
    }
  }

  async function begin(
    plan: LoadPlan<R>,
    prepared: PreparedCall,
    transaction: WriteTransaction,
  ): Promise<BegunLoad> {
    const { source } = plan;
    const begun = await beginLoad(prepared.begin(), transaction, plan, { ...options, isOne, ids });
    const { outcome } = begun;
    if (outcome === "already" || outcome === "occupied") return begun;
    const note = (await options.watch?.begins?.(source, begun.entry, begun.entry.note)) ?? begun.entry.note;
    const entry = { ...begun.entry, note };
    if (source.id !== undefined) await writeImport(transaction, entry);
    return { outcome, entry };
  }

  async function prepare({ table, restored }: LoadPlan<R>): Promise<PreparedCall> {
    const { output, diagnostics } = await callForLoad(settings, table, options, restored);
    if (output === undefined) throw new RefusedLoad(rejected(diagnostics));
    return output;
  }
}

function answer<R extends LoadRow>(
  { table, warnings }: LoadPlan<R>,
  { rows, added, updated, skipped, refused }: ImportEntry,
  outcome: LoadOutcome,
): LoadedSource {
  return { table: table.name, outcome, rows, added, updated, skipped, refused, warnings };
}

/** Rows of one transaction. */
const PART = 10_000;

/** Cells of a part: rows of very many columns go in smaller ones. */
const PART_CELLS = 2_000_000;

function partSizeOf({ columns }: { readonly columns: readonly unknown[] }): number {
  return Math.max(1, Math.min(PART, Math.floor(PART_CELLS / Math.max(1, columns.length))));
}

/** The same items, the next of which is on its way while one is worked on: a source and a store then work at the same time. */
async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => {}); // it is thrown when the item is asked for
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The rows after the first `skipped`, in parts of one size however they came, so that a load that goes on cuts them alike. */
async function* inSlices<R extends LoadRow>(
  { table, rows: batches }: Pick<LoadSource<R>, "table" | "rows">,
  skipped: number,
  size: number,
): AsyncGenerator<readonly R[]> {
  let left = skipped;
  let open: R[] = [];
  for await (const batch of batches) {
    checkBatch(table, batch);
    const from = Math.min(left, batch.length);
    left -= from;
    for (let at = from; at < batch.length; at++) {
      open.push(batch[at] as R);
      if (open.length < size) continue;
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}

/** Throws a TypeError for what a source hands out in place of rows. */
function checkBatch(table: string, batch: unknown): void {
  if (!Array.isArray(batch))
    throw new TypeError(
      `A source of "${table}" hands out lists of rows, and has given ${kindInWords(batch)}.`,
    );
  const wrong = batch.findIndex((row: LoadRow | null | undefined) => !Array.isArray(row?.cells));
  if (wrong !== -1)
    throw new TypeError(
      `A row of a load is an object with a list of cells, which row ${wrong + 1} of a batch for "${table}" is not.`,
    );
}

/** Rows of a source that are loaded in one transaction. */
interface LoadPart<R extends LoadRow> {
  readonly plan: LoadPlan<R>;
  readonly rows: readonly R[];
  /** How far the load has come before them. */
  readonly before: ImportEntry;
  /** Of a single row: why the database refused it when it was tried before. */
  readonly refusal?: RefusedByStore | undefined;
}

/** Loads a part and answers how far the load has come then. */
async function loadPart<R extends LoadRow>(
  prepared: PreparedCall,
  transaction: WriteTransaction,
  part: LoadPart<R>,
  options: LoadOptions<R>,
): Promise<ImportEntry> {
  const { plan, rows, before, refusal } = part;
  const { onDuplicate, watch } = options;
  const call = prepared.begin();
  if (plan.source.id !== undefined) await refuseOthers(transaction, before);
  const { meter } = call.read.context;
  const slice = meter.isShared ? SLICE : rows.length;
  const changes = new ChangeLog(call.app);
  let { added, updated, skipped, refused, note } = before;
  for (let from = 0; from < rows.length; from += slice) {
    const some = rows.slice(from, from + slice);
    const first = before.rows + from + 1;
    const loaded =
      refusal === undefined
        ? await writeLoadedRows(
            call,
            transaction,
            await runWithPauses(readLoadRows(call, plan, some, first), meter),
            onDuplicate,
            changes,
          )
        : refusedRows(refusal);
    added += loaded.added;
    updated += loaded.updated;
    skipped += loaded.skipped;
    refused += loaded.refused.size;
    if (loaded.refused.size > 0) {
      const rejects = [...loaded.refused]
        .sort(([one], [other]) => one - other)
        .map(([position, diagnostics]) => ({ row: some[position - first] as R, position, diagnostics }));
      note = (await watch?.refuses?.(plan.source, rejects, note)) ?? note;
    }
    await meter.giveWay();
  }
  const done = before.rows + rows.length;
  const entry = { ...before, rows: done, added, updated, skipped, refused, note, at: call.startedAt };
  if (plan.source.id !== undefined) await writeImport(transaction, entry);
  changes.take([]);
  await writeJournal(transaction, [{ call: { ...call, action: "Load" }, waves: changes.waves }]);
  return entry;
}

/** What became of a row that the database refused before. */
function refusedRows({ position, diagnostic }: RefusedByStore): LoadedRows {
  return { added: 0, updated: 0, skipped: 0, refused: new Map([[position, [diagnostic]]]) };
}

/** A part is loaded where it is known how far the source is; another process that loads it as well has gone on meanwhile. */
async function refuseOthers(
  transaction: WriteTransaction,
  { table, source, rows }: ImportEntry,
): Promise<void> {
  const stored = await readImport(transaction, table, source);
  if (stored?.rows !== rows) throw RefusedLoad.because("load/elsewhere", { table });
}

/**
 * Rows that are written by one call of the store where others share the process: a store may do that at a stretch. Where
 * none do, a part is one call, which costs a database a third less.
 */
const SLICE = 2_000;

interface BegunLoad {
  readonly outcome: LoadOutcome;
  readonly entry: ImportEntry;
}

type BeginOptions<R extends LoadRow> = LoadOptions<R> & {
  /** Whether all is one transaction, which cannot go on with what others committed. */
  readonly isOne: boolean;
  /** The sources of the same load, which wait for their turn. */
  readonly ids: ReadonlySet<string>;
};

/**
 * What is to be done with a source: begin it, continue it, or leave it. A load that was cut off is never taken for complete:
 * while there is one, no other goes into its table.
 */
async function beginLoad<R extends LoadRow>(
  call: Call,
  transaction: WriteTransaction,
  { source: { id }, table: { name: table } }: LoadPlan<R>,
  { again, abandon, onlyEmpty, isOne, ids }: BeginOptions<R>,
): Promise<BegunLoad> {
  const fresh: ImportEntry = { ...NOTHING, table, source: id ?? "", at: call.startedAt };
  const open = await unfinishedImports(transaction, table, call.read.context);
  const others = open.filter(({ source }) => isOne || !ids.has(source));
  const own = isOne ? undefined : open.find(({ source }) => source === id);
  if (abandon) await forgetImports(transaction, others);
  else for (const { rows } of others) throw RefusedLoad.because("load/cut-off", { table, rows });
  if (own !== undefined) return { outcome: "continued", entry: own };
  if (onlyEmpty && !(await isEmpty(call, transaction, table))) return { outcome: "occupied", entry: fresh };
  if (id === undefined) return { outcome: "loaded", entry: fresh };
  const existing = await readImport(transaction, table, id);
  if (existing !== undefined && !again && !onlyEmpty) return { outcome: "already", entry: existing };
  return { outcome: "loaded", entry: fresh };
}

async function isEmpty(
  { read: { context } }: Call,
  transaction: WriteTransaction,
  table: string,
): Promise<boolean> {
  const { batches } = await transaction.find({ table, conditions: [], order: [], limit: 1, context });
  for await (const rows of batches) if (rows.length > 0) return false;
  return true;
}

const NOTHING: Omit<ImportEntry, "table" | "source" | "at"> = {
  rows: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  note: "",
  isFinished: false,
};

/** Makes the store roll back a part of a load, or all of it; `result` is what the load answers. */
class RefusedLoad extends Error {
  readonly result: LoadResult;

  constructor(result: LoadResult) {
    super("A load was rolled back.");
    this.result = result;
  }

  static because<C extends DiagnosticCode>(code: C, details: DetailsOf<C>): RefusedLoad {
    return new RefusedLoad(rejected([diagnose(code, details)]));
  }
}
