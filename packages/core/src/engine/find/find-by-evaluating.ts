import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../../expression/parts.ts";
import { batchOf, type Row, type RowReader, type SortKey } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/stored-rows/is-in-slice.ts";
import { answerFound } from "./answer-found.ts";
import { answerPart } from "./answer-part.ts";
import { writeCursor } from "./page/cursor.ts";
import type { FindPage, PageEnd } from "./page/find-page.ts";
import { compareExactly } from "./page/page-order.ts";
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

/** Rows of a list of keys, and the cursor of those after them. */
interface ListPage {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/**
 * The part of a Selector's list, whose order is its own: it begins after the row that was last. When that row is not in the
 * list any more nothing tells where to go on, which is an error.
 */
function pageOfList({ table }: Call, rows: readonly Row[], page: FindPage): Outcome<ListPage> {
  const { limit, after, fingerprint } = page;
  const endOf = (row: Row): PageEnd => ({
    order: undefined,
    key: table.key.map(({ index }) => row[index] ?? null),
  });
  const at = after === undefined ? -1 : rows.findIndex((row) => compareExactly(endOf(row), after) === 0);
  if (after !== undefined && at === -1)
    return { output: undefined, diagnostics: [diagnose("request/cursor-lost", {})] };
  const shown = rows.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && at + 1 + shown.length < rows.length;
  const next = hasMore ? writeCursor(endOf(last), fingerprint) : undefined;
  return { output: { rows: shown, next }, diagnostics: [] };
}
