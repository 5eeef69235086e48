import {
  comparing,
  runWithPauses,
  type SortableRow,
  sortValues,
  type Task,
  TopRows,
} from "../../expression/parts.ts";
import type { Row, RowBatches, RowReader, SortKey } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";

/** The first `limit` of the rows in the order of the keys; equal rows stay in the order they came in. */
export async function sortFound(
  call: Call,
  transaction: RowReader,
  batches: RowBatches,
  order: readonly SortKey[],
  limit: number,
): Promise<readonly Row[]> {
  const top = new TopRows<SortableRow>(limit, comparing(order));
  const valuesOf = sortValues(order, call.request);
  let position = 0;
  for await (const batch of batches) {
    const first = position;
    // A batch whose rows of other tables are still missing is evaluated again, from its first row.
    const sorted = await batchLoad(call, transaction, () => sortablesOf(valuesOf, batch, first));
    for (const one of sorted) top.add(one);
    position += batch.length;
  }
  const { meter } = call.request;
  return (await runWithPauses(top.sortedAsTask(meter), meter)).map(({ row }) => row);
}

function* sortablesOf(
  valuesOf: ReturnType<typeof sortValues>,
  batch: readonly Row[],
  first: number,
): Task<readonly SortableRow[]> {
  const matches: SortableRow[] = [];
  yield* valuesOf(batch, (row, at, values) => matches.push({ row, position: first + at, values }));
  return matches;
}
