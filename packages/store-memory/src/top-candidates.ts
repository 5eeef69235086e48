import { isOrdered, NEAR, rewrite, valueFamilyOf } from "@tablewright/core/compiler";
import type { SortKey } from "@tablewright/core/storage";
import type { ColumnTable } from "./columns/column-table.ts";

/**
 * Leaves out rows that cannot be among the first of an order: those whose number in its first column comes after as many
 * numbers as are wanted. Rows that come to it in stored order stay in it.
 */
export class TopCandidates {
  readonly #column: number;
  readonly #sign: number;
  /** The first numbers so far as a heap, the last of them on top; infinite while there is room. */
  readonly #heap: Float64Array;

  private constructor(column: number, descending: boolean, limit: number) {
    this.#column = column;
    this.#sign = descending ? -1 : 1;
    this.#heap = new Float64Array(limit).fill(Number.POSITIVE_INFINITY);
  }

  /** Undefined where rows have to be looked at: no key may be computed, since that may fail on any row, and the first must be a number. */
  static of(order: readonly SortKey[], limit: number): TopCandidates | undefined {
    const [first] = order;
    if (first === undefined || limit < 1 || limit > MOST) return undefined;
    const columns = order
      .map(({ expression }) => rewrite(expression).root)
      .filter(({ op }) => op === "column");
    const [root] = columns;
    if (columns.length < order.length || root?.op !== "column" || root.slot !== 0) return undefined;
    if (!isOrdered(valueFamilyOf(root.type))) return undefined;
    return new TopCandidates(root.index, first.descending, limit);
  }

  /** The positions of a table that are left; they may be among the first of all that were seen, and others may not. */
  among(table: ColumnTable, positions: Int32Array): Int32Array {
    const numbers = table.numbers(this.#column);
    const left: number[] = [];
    const sign = this.#sign;
    let bound = this.#bound();
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] as number;
      const number = numbers[position] as number;
      // A blank comes before all numbers.
      const key = (Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number) * sign;
      if (key > bound) continue;
      left.push(position);
      if (key >= (this.#heap[0] as number)) continue;
      this.#replaceLast(key);
      bound = this.#bound();
    }
    return Int32Array.from(left);
  }

  /** Numbers that are equal to 15 digits are equal, so one that is a little behind the last may stand before it. */
  #bound(): number {
    const last = this.#heap[0] as number;
    return Number.isFinite(last) ? last + Math.abs(last) * NEAR : last;
  }

  #replaceLast(key: number): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && (heap[below + 1] as number) > (heap[below] as number)) below++;
      if ((heap[below] as number) <= key) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = key;
  }
}

/** Of more rows than these most are candidates. */
const MOST = 1_000;
