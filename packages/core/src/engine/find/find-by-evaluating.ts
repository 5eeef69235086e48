import type { Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../../expression/parts.ts";
import { batchOf, type Row, type RowReader, type SortKey } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/stored-rows/is-in-slice.ts";
import { answerFound } from "./answer-found.ts";
import { answerPart } from "./answer-part.ts";
import { pageOfList } from "./page/page-of-list.ts";
import { withPart } from "./page/with-part.ts";
import { selectRows } from "./selector/select-rows.ts";

/** Finds the rows that a Selector names by evaluating it. `order` is that of parts, where it is not that of its list. */
export async function findByEvaluating(
  call: Call,
  transaction: RowReader,
  selector: CheckedExpression,
  order: readonly SortKey[] | undefined,
): Promise<Result> {
  const selected: Outcome<readonly Row[]> = await batchLoad(call, transaction, () =>
    selectRows(call, selector),
  );
  const rows = selected.output;
  if (rows === undefined) return rejected(selected.diagnostics);
  if (call.page === undefined || order !== undefined)
    return answerPart(call, transaction, batchOf(rows), order);
  const own = await batchLoad(call, transaction, () => rowsInSlice(call, rows));
  const part = pageOfList(call, own, call.page);
  if (part.output === undefined) return rejected(part.diagnostics);
  const result = await answerFound(call, transaction, batchOf(part.output.rows), true);
  return withPart(call, result, part.output.next, async () => own.length);
}
