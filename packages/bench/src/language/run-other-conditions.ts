import type { RequestContext } from "@tablewright/core/storage";
import { rowEvaluatorIn } from "../../../core/src/expression/evaluate/evaluate-row.ts";
import { checked } from "./open-people.ts";
import type { Person } from "./people.ts";

/** Runs sixty conditions of every shape over the rows, so that whatever closures share has seen them all. */
export function runOtherConditions(people: readonly Person[], request: RequestContext): number {
  let count = 0;
  for (const source of otherConditions) {
    const evaluate = rowEvaluatorIn(checked(source), request);
    for (const person of people) if (evaluate(person) === true) count++;
  }
  return count;
}

const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `[Age] > ${n * 7}`,
  (n) => `AND([Quantity] <= ${n * 3}, [Discount] >= 0.${n})`,
  (n) => `[Price] + [Quantity] < ${n * 40}`,
  (n) => `[Price] - ${n}.5 > [Age]`,
  (n) => `OR([Status] = "paid", [City] <> "Lima", [Age] = ${n})`,
  (n) => `STARTSWITH([Name], "${"ABCEP"[n - 1]}")`,
  (n) => `IN([Quantity], LIST(${n}, ${n + 10}, 3))`,
  (n) => `RIGHT([Name], ${n}) < [City]`,
  (n) => `[Joined] + ${n * 100} >= "2015-05-0${n}"`,
  (n) => `IF([Member], [Age] * 2 > ${n * 20}, NOT([Price] = ${n}))`,
  (n) =>
    `AND(ISNOTBLANK([City]), [Member], [Price] * [Discount] <= ${n}, [Quantity] <> ${n}, [Id] > ${n * 1000})`,
  (n) => `LEN([Name] & [City]) > ${n * 6}`,
];

const otherConditions = SHAPES.flatMap((shape) => [1, 2, 3, 4, 5].map(shape));
