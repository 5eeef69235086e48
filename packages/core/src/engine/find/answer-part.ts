import type { RowBatches, RowReader, SortKey } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { Result } from "../calls/result.ts";
import { answerFound } from "./answer-found.ts";
import { PagedRows } from "./page/paged-rows.ts";
import { withPart } from "./page/with-part.ts";

/** Answers rows, and where they are read in parts the part of them in the order of parts. */
export async function answerPart(
  call: Call,
  transaction: RowReader,
  rows: RowBatches,
  order: readonly SortKey[] = [],
): Promise<Result> {
  const { page } = call;
  if (page === undefined) return answerFound(call, transaction, rows);
  const source = { rows, order, isSorted: false, isSliceApplied: false, most: Number.POSITIVE_INFINITY };
  const paged = new PagedRows(call, transaction, source, page);
  const result = await answerFound(call, transaction, paged, true);
  return withPart(call, result, paged.next, async () => paged.seen);
}
