import { runWithPauses } from "../../expression/parts.ts";
import type { WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { ChangeLog } from "../calls/change-log.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import {
  forgetImports,
  type ImportEntry,
  readImport,
  unfinishedImports,
  writeImport,
} from "../engine-tables/import-log.ts";
import { writeJournal } from "../journal/write-journal.ts";
import type { LoadOptions, LoadOutcome, LoadRow } from "./load-request.ts";
import { type LoadedRows, type RefusedByStore, readLoadRows, writeLoadedRows } from "./load-rows.ts";
import type { LoadPlan } from "./plan-load.ts";
import { RefusedLoad } from "./refused-load.ts";

/** Rows of a source that are loaded in one transaction. */
export interface LoadPart<R extends LoadRow> {
  readonly plan: LoadPlan<R>;
  readonly rows: readonly R[];
  /** How far the load has come before them. */
  readonly before: ImportEntry;
  /** Of a single row: why the database refused it when it was tried before. */
  readonly refusal?: RefusedByStore | undefined;
}

/** Loads a part and answers how far the load has come then. */
export async function loadPart<R extends LoadRow>(
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

export interface BegunLoad {
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
export async function beginLoad<R extends LoadRow>(
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
