import type { SqlValue } from "./sql-value.ts";

/** Rows for one statement each: of few sizes, so that there are few shapes, with no more values and text than is good. */
export function* chunksOf(rows: readonly Values[]): Generator<readonly Values[]> {
  for (let start = 0; start < rows.length; ) {
    const width = rows[start]?.length ?? 1;
    let size = SIZES.find((most) => most <= rows.length - start && most * width <= MOST_VALUES) ?? 1;
    while (size > 1 && lengthOf(rows.slice(start, start + size)) > MOST_TEXT) size /= 4;
    yield rows.slice(start, start + size);
    start += size;
  }
}

function lengthOf(rows: readonly Values[]): number {
  let length = 0;
  for (const row of rows) for (const value of row) if (typeof value === "string") length += value.length;
  return length;
}

const SIZES = [256, 64, 16, 4, 1];
const MOST_VALUES = 16_384;
const MOST_TEXT = 1_048_576;

type Values = readonly SqlValue[];
