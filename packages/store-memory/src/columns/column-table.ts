import type { Node } from "@tablewright/core/compiler";
import type { Row, Value } from "@tablewright/core/storage";

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

/** A column of texts as codes into its different values; code 0 is blank. */
export class TextColumn {
  readonly codes: Int32Array;
  /** The different values as they stand, by code. */
  readonly values: readonly (string | null)[];
  readonly #answers = new WeakMap<Node, Uint8Array>();
  readonly #results = new WeakMap<Node, Float64Array>();

  constructor(rows: readonly (readonly Value[])[], index: number) {
    const codes = new Map<string, number>();
    const values: (string | null)[] = [null];
    this.codes = new Int32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const cell = (rows[at] as readonly Value[])[index];
      if (typeof cell !== "string") continue;
      let code = codes.get(cell);
      if (code === undefined) {
        code = values.push(cell) - 1;
        codes.set(cell, code);
      }
      this.codes[at] = code;
    }
    this.values = values;
  }

  /** What is known so far of a condition on only this column, by code: 0 nothing, 1 not TRUE, 2 TRUE. */
  answersTo(condition: Node): Uint8Array {
    let answers = this.#answers.get(condition);
    if (answers === undefined) {
      answers = new Uint8Array(this.values.length);
      this.#answers.set(condition, answers);
    }
    return answers;
  }

  /** The results known so far of a number computed from only this column, by code; Infinity where not known yet. */
  resultsOf(expression: Node): Float64Array {
    let results = this.#results.get(expression);
    if (results === undefined) {
      results = new Float64Array(this.values.length).fill(Number.POSITIVE_INFINITY);
      this.#results.set(expression, results);
    }
    return results;
  }
}
