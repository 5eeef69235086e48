import { defineFunction } from "../define-function.ts";
import { readAnyNumber } from "./read-any-number.ts";

export const decimal = defineFunction({
  name: "DECIMAL",
  category: "number",
  summary: "A value as a Decimal.",
  details:
    "Text is read in the form of the Locale, a per cent or currency sign included; text that is no number gives 0, and so do dates and times. TRUE is 1. Blank gives blank. Wrap one side of a division to keep its fraction: DECIMAL([Sum]) / [Count].",
  parameters: [{ name: "value", type: "Any" }],
  result: "Decimal",
  unifyArguments: readAnyNumber,
  evaluate: (value) => value,
  examples: [
    ["DECIMAL(10) / 4", 2.5],
    ['DECIMAL("14.2")', 14.2],
    ['DECIMAL("12.5%")', 0.125],
    ['DECIMAL("Hello!")', 0],
  ],
});
