import { evaluateAsTask, type Task } from "../../../expression/parts.ts";
import type { Row } from "../../../storage/index.ts";
import type { Call } from "../../calls/call.ts";

/** Whether the table or slice of the call has the row. A slice's filter sees what the caller sees. */
export function* isInSlice({ slice, request, observations }: Call, row: Row): Task<boolean> {
  if (slice?.filter === undefined) return true;
  const value = yield* evaluateAsTask(slice.filter, row, request);
  observations?.evaluates(slice.filter, value);
  return value === true;
}

/** Those of the rows that are in the slice of the call. */
export function* rowsInSlice(call: Call, rows: readonly Row[]): Task<readonly Row[]> {
  if (call.slice?.filter === undefined) return rows;
  const { host, meter } = call.request;
  const { timeSlice } = meter;
  const shown: Row[] = [];
  for (const row of rows) {
    try {
      if (yield* isInSlice(call, row)) shown.push(row);
    } catch (thrown) {
      if (!host?.defers(thrown)) throw thrown;
    }
    if (timeSlice.isOver) yield;
  }
  return shown;
}
