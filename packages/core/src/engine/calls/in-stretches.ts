import type { Call } from "./call.ts";

/** Rows some at a time, so that others are served between. */
export async function* inStretches<R>({ request }: Call, rows: readonly R[]): AsyncGenerator<readonly R[]> {
  const { meter } = request;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (meter.timeSlice.isOver) await meter.pause();
    yield rows.slice(from, from + ROWS_AT_ONCE);
  }
}

const ROWS_AT_ONCE = 2_000;
