import type { Value } from "../../../values/index.ts";
import { TextColumn } from "./text-column.ts";

type Row = readonly Value[];

/**
 * A fixed set of rows that is also held by columns, each made when first asked for. Make one for each snapshot of a
 * table and keep it for as long as the rows stay the same: neither the rows nor their cells may change under it.
 */
export class ColumnTable {
  readonly rows: readonly Row[];
  readonly #numbers: (Float64Array | undefined)[] = [];
  readonly #flags: (Uint8Array | undefined)[] = [];
  readonly #texts: (TextColumn | undefined)[] = [];

  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  /** Numbers, dates, times and durations; NaN is blank. */
  numbers(index: number): Float64Array {
    this.#numbers[index] ??= extractNumbers(this.rows, index);
    return this.#numbers[index] as Float64Array;
  }

  /** Yes/No: 1 is TRUE, 0 is FALSE, 2 is blank. */
  flags(index: number): Uint8Array {
    this.#flags[index] ??= extractFlags(this.rows, index);
    return this.#flags[index] as Uint8Array;
  }

  /** Texts and points. */
  texts(index: number): TextColumn {
    this.#texts[index] ??= new TextColumn(this.rows, index);
    return this.#texts[index] as TextColumn;
  }
}

function extractNumbers(rows: readonly Row[], index: number): Float64Array {
  const numbers = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const cell = (rows[at] as Row)[index];
    numbers[at] = typeof cell === "number" ? cell : Number.NaN;
  }
  return numbers;
}

function extractFlags(rows: readonly Row[], index: number): Uint8Array {
  const flags = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const cell = (rows[at] as Row)[index];
    flags[at] = cell === true ? 1 : cell === false ? 0 : 2;
  }
  return flags;
}
