import type { Bounds } from "../../rewrite/bounds.ts";
import type { Computation, Filter } from "./column-run.ts";

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
export function keepWithin(compute: Computation, { low, high, outside }: Bounds): Filter {
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
