import { compareText, type Value } from "../../../values/index.ts";
import type { Node } from "../../tree/node.ts";

/** A column of texts as codes into its different values; code 0 is blank. */
export class TextColumn {
  readonly codes: Int32Array;
  /** The different values as they stand, by code. */
  readonly values: readonly (string | null)[];
  readonly #answers = new WeakMap<Node, Uint8Array>();
  readonly #results = new WeakMap<Node, Float64Array>();
  #ranks: Float64Array | undefined;

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

  /** What is known so far of a condition on this column alone, by code: 0 nothing, 1 not TRUE, 2 TRUE. */
  answersTo(condition: Node): Uint8Array {
    let answers = this.#answers.get(condition);
    if (answers === undefined) {
      answers = new Uint8Array(this.values.length);
      this.#answers.set(condition, answers);
    }
    return answers;
  }

  /** The results known so far of a number computed from this column alone, by code; Infinity where not known yet. */
  resultsOf(expression: Node): Float64Array {
    let results = this.#results.get(expression);
    if (results === undefined) {
      results = new Float64Array(this.values.length).fill(Number.POSITIVE_INFINITY);
      this.#results.set(expression, results);
    }
    return results;
  }

  /** By code: numbers in the order of the values, the same for texts that are equal. */
  get ranks(): Float64Array {
    this.#ranks ??= rank(this.values);
    return this.#ranks;
  }
}

function rank(values: readonly (string | null)[]): Float64Array {
  const ranks = new Float64Array(values.length);
  const codes = Array.from(values.keys()).slice(1);
  codes.sort((left, right) => compareText(values[left] as string, values[right] as string));
  let last = 0;
  for (const [place, code] of codes.entries()) {
    const before = place === 0 ? undefined : values[codes[place - 1] as number];
    if (before === undefined || compareText(before as string, values[code] as string) !== 0) last = place + 1;
    ranks[code] = last;
  }
  ranks[0] = Number.NEGATIVE_INFINITY;
  return ranks;
}
