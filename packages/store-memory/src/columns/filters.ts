import type { Bounds } from "@tablewright/core/compiler";
import { type Computation, copyPositions, type Filter, Marks, withoutPositions } from "./column-run.ts";

export const keepAll: Filter = (_, count) => count;

export const keepNone: Filter = () => 0;

/** AND: each condition looks only at what those before it have left. */
export function keepWhereAll(filters: readonly Filter[]): Filter {
  return (positions, count, run) => {
    let matches = count;
    for (const filter of filters) {
      if (matches === 0) return 0;
      matches = filter(positions, matches, run);
    }
    return matches;
  };
}

/** OR: each condition looks only at what those before it have not taken. */
export function keepWhereAny(filters: readonly Filter[]): Filter {
  return (positions, count, run) => {
    const open = copyPositions(positions, count, run.takePositions());
    const taken = run.takePositions();
    let left = count;
    for (const filter of filters) {
      if (left === 0) break;
      const matches = filter(copyPositions(open, left, taken), left, run);
      left = withoutPositions(open, left, taken, matches);
    }
    run.givePositions(taken);
    run.givePositions(open);
    return withoutPositions(positions, count, open, left);
  };
}

/** NOT: blank conditions count as FALSE, so every position the condition does not keep is kept. */
export function keepWhereNot(filter: Filter): Filter {
  return (positions, count, run) => {
    const taken = copyPositions(positions, count, run.takePositions());
    const hits = filter(taken, count, run);
    const left = withoutPositions(positions, count, taken, hits);
    run.givePositions(taken);
    return left;
  };
}

export interface FilterBranch {
  readonly condition: Filter;
  readonly value: Filter;
}

/** IF: a row belongs to the first branch whose condition keeps it, and stays if that branch's value keeps it too. */
export function keepByBranch(branches: readonly FilterBranch[], otherwise: Filter): Filter {
  return (positions, count, run) => {
    const open = copyPositions(positions, count, run.takePositions());
    const taken = run.takePositions();
    const marks = new Marks();
    let left = count;
    for (const { condition, value } of branches) {
      if (left === 0) break;
      const matches = condition(copyPositions(open, left, taken), left, run);
      left = withoutPositions(open, left, taken, matches);
      if (matches > 0) marks.add(taken, value(taken, matches, run));
    }
    if (left > 0) marks.add(open, otherwise(open, left, run));
    run.givePositions(taken);
    run.givePositions(open);
    return marks.keepMarked(positions, count);
  };
}

/** A Yes/No column that is TRUE. */
export function keepFlagged(index: number): Filter {
  return (positions, count, { table }) => {
    const flags = table.flags(index);
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += Number(flags[position] === 1);
    }
    return matches;
  };
}

// Number(condition) is computed without a branch, and rows in no order make every branch a costly guess.

/** A column of numbers within bounds. A blank is NaN, which lies in no range. */
export function keepColumnWithin(index: number, { low, high, outside }: Bounds): Filter {
  if (outside) {
    return (positions, count, { table }) => {
      const numbers = table.numbers(index);
      let matches = 0;
      for (let at = 0; at < count; at++) {
        const position = positions[at] as number;
        const number = numbers[position] as number;
        positions[matches] = position;
        matches += (Number(number >= low) & Number(number < high)) ^ 1;
      }
      return matches;
    };
  }
  if (high === Number.POSITIVE_INFINITY) {
    return (positions, count, { table }) => {
      const numbers = table.numbers(index);
      let matches = 0;
      for (let at = 0; at < count; at++) {
        const position = positions[at] as number;
        positions[matches] = position;
        matches += Number((numbers[position] as number) >= low);
      }
      return matches;
    };
  }
  return (positions, count, { table }) => {
    const numbers = table.numbers(index);
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      const number = numbers[position] as number;
      positions[matches] = position;
      matches += Number(number >= low) & Number(number < high);
    }
    return matches;
  };
}

/** A computed number within bounds. */
export function filterWithin(compute: Computation, { low, high, outside }: Bounds): Filter {
  const flip = Number(outside);
  return (positions, count, run) => {
    const numbers = run.takeNumbers();
    compute(positions, count, numbers, run);
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const number = numbers[at] as number;
      positions[matches] = positions[at] as number;
      matches += (Number(number >= low) & Number(number < high)) ^ flip;
    }
    run.giveNumbers(numbers);
    return matches;
  };
}
