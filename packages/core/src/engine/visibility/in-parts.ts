import type { Row, RowBatches } from "../../storage/index.ts";

/** Rows in parts of one size, so that how far a reader comes depends on these rows alone and not on how they came. */
export async function* inParts(batches: RowBatches): AsyncGenerator<readonly Row[]> {
  let open: readonly Row[] = [];
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; ) {
      const taken = rows.slice(start, start + PART - open.length);
      start += taken.length;
      open = open.length === 0 ? taken : [...open, ...taken];
      if (open.length < PART) continue;
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}

/** Rows whose evaluation asks for the rows of other tables together. */
const PART = 4_096;
