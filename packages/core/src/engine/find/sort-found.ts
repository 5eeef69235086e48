import {
  comparing,
  inTurns,
  type RequestContext,
  RowEvaluation,
  type Steps,
  TopRows,
  UNFINISHED,
} from "../../expression/parts.ts";
import type { Row, RowBatches, RowReader, SortKey } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { gather } from "../batch-loading/gather.ts";
import type { Call } from "../calls/call.ts";

/** The first `limit` of the rows in the order of the keys; equal rows stay in the order they came in. */
export async function sortFound(
  call: Call,
  transaction: RowReader,
  batches: RowBatches,
  order: readonly SortKey[],
  limit: number,
): Promise<readonly Row[]> {
  const top = new TopRows(limit, comparing(order));
  const valuesOf = sortValues(order, call.request);
  let position = 0;
  for await (const batch of batches) {
    const values = await gather(call, transaction, () => valuesOf(batch));
    for (const [at, row] of batch.entries()) {
      top.add({ row, position: position++, values: values[at] as readonly Value[] });
    }
  }
  const { meter } = call.request;
  return (await inTurns(top.sortedInSteps(meter), meter)).map(({ row }) => row);
}

function sortValues(
  order: readonly SortKey[],
  context: RequestContext,
): (rows: readonly Row[]) => Steps<readonly (readonly Value[])[]> {
  const { meter } = context;
  const keys = order.map(({ expression }) => new RowEvaluation(expression, context));
  return function* (rows) {
    const all: Value[][] = [];
    for (const row of rows) {
      meter.spend(1);
      if (meter.isPauseDue) yield;
      const values: Value[] = [];
      for (const key of keys) {
        let value = key.attempt(row);
        if (value === UNFINISHED) value = yield* key.inSteps(row);
        values.push(value);
      }
      all.push(values);
    }
    return all;
  };
}
