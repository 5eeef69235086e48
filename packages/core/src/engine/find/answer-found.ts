import { DiagnosticList } from "../../diagnostics/index.ts";
import { runWithPauses, type Task } from "../../expression/parts.ts";
import { batchOf, type Row, type RowReader } from "../../storage/index.ts";
import { type AnsweredPart, AnsweredRows } from "../answers/answered-rows.ts";
import type { FoundBatches } from "../answers/found-batches.ts";
import { jsonPartOf } from "../answers/json-part-of.ts";
import { accepted } from "../answers/json-rows.ts";
import { type WrittenPart, writePart } from "../answers/write-cells.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { Result } from "../calls/result.ts";
import { rowsInSlice } from "../stages/stored-rows/is-in-slice.ts";
import { answerSummary } from "../summary/answer-summary.ts";

/** Answers rows as they come, or their summary where one is asked for. Of many rows that are only passed on, nothing but their JSON is held. */
export async function answerFound(
  call: Call,
  transaction: RowReader,
  batches: FoundBatches,
  isSliceApplied = false,
): Promise<Result> {
  if (call.summary !== undefined)
    return answerSummary(call, call.summary, transaction, batches, isSliceApplied);
  const { meter } = call.request;
  const parts: AnsweredPart[] = [];
  const warnings = new DiagnosticList();
  for await (const rows of batches) {
    const written = await batchLoad(call, transaction, () =>
      writeFound(call, rows, batches.computed, isSliceApplied),
    );
    const last = parts.pop();
    if (last !== undefined)
      parts.push(call.keepsJson ? await runWithPauses(jsonPartOf(last, meter), meter) : last);
    parts.push(written.part);
    warnings.addAll(written.warnings);
  }
  return accepted(call, new AnsweredRows(parts), warnings.all);
}

/** Answers rows that are all in memory. */
export async function answerRows(call: Call, transaction: RowReader, rows: readonly Row[]): Promise<Result> {
  if (call.summary !== undefined) return answerFound(call, transaction, batchOf(rows));
  const { part, warnings } = await batchLoad(call, transaction, () => writeFound(call, rows, undefined));
  return accepted(call, new AnsweredRows([part]), warnings);
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
