import { compilePlain } from "../compile-row.ts";
import { matchingNumbers, NUMBERS } from "./matching-numbers.ts";
import type { Specialisation } from "./specialisation.ts";

/** The numbers of the rows that an index finds, as a list. */
export const selectNumbers: Specialisation = (node, innermost) => {
  const read = matchingNumbers(node, innermost);
  if (read === undefined) return undefined;
  const plain = compilePlain(node, innermost);
  return (row, frame) => {
    const count = read(row, frame);
    if (count === undefined) return plain(row, frame);
    const numbers: (number | null)[] = [];
    for (let at = 0; at < count; at++) {
      const number = NUMBERS[at] as number;
      // One `push` for both would make an object of each number.
      if (Number.isNaN(number)) numbers.push(null);
      else numbers.push(number);
    }
    return numbers;
  };
};
