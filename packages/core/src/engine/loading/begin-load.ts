import type { WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import {
  forgetImports,
  type ImportEntry,
  readImport,
  unfinishedImports,
} from "../engine-tables/import-log.ts";
import type { LoadOptions, LoadOutcome, LoadRow } from "./load-request.ts";
import type { LoadPlan } from "./plan-load.ts";
import { RefusedLoad } from "./refused-load.ts";

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
  const open = await unfinishedImports(transaction, table, call.request);
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
  { request: context }: Call,
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
