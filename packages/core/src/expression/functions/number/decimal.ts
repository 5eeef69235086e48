import { defineFunction } from "../define-function.ts";
import { readAnyNumber } from "./read-any-number.ts";

export const decimal = defineFunction("number", {
  signature: "DECIMAL(value: Any): Decimal",
  summary: "A value as a Decimal.",
  details:
    "A text is read in the form of the Locale, with a per cent or currency sign; other texts, dates and times give 0. TRUE is 1. DECIMAL([Sum]) / [Count] keeps the fraction.",
  unifyArguments: readAnyNumber,
  evaluate: (value) => value,
  examples: [
    ["DECIMAL(10) / 4", 2.5],
    ['DECIMAL("14.2")', 14.2],
    ['DECIMAL("12.5%")', 0.125],
    ['DECIMAL("Hello!")', 0],
  ],
});
