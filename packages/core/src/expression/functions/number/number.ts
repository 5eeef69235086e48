import { roundToScale, toCanonical } from "../../../values/index.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { defineFunction } from "../define-function.ts";
import { readAnyNumber } from "./read-any-number.ts";

export const number = defineFunction("number", {
  signature: "NUMBER(value: Any): Number",
  summary: "A value as a whole number, rounded.",
  details:
    "A half goes to the even neighbour: 4.5 becomes 4, 5.5 becomes 6; ROUND differs. A text is read in the form of the Locale, with a per cent or currency sign; other texts, dates and times give 0. TRUE is 1.",
  makesWhole: "of its argument",
  unifyArguments: readAnyNumber,
  evaluate: (value) => checkedInteger(roundHalfToEven(value as number)),
  examples: [
    ["NUMBER(4.6)", 5],
    ["NUMBER(4.5)", 4],
    ['NUMBER("17") + 1', 18],
    ['NUMBER("Hello!")', 0],
  ],
});

function roundHalfToEven(x: number): number {
  const exact = toCanonical(x);
  return Math.abs(exact % 1) === 0.5 ? 2 * Math.round(exact / 2) : roundToScale(exact, 0);
}
