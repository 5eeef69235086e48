import { deepStrictEqual } from "node:assert";

/** Speed means nothing for a wrong answer: throws unless all answers equal the first, which is the one by hand. */
export function expectSame(answers: Readonly<Record<string, unknown>>): void {
  const [[, expected], ...others] = Object.entries(answers) as [[string, unknown], ...[string, unknown][]];
  for (const [name, answer] of others) deepStrictEqual(answer, expected, `${name} gives another answer.`);
}
