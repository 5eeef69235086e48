import { isAnsweredNumber, readDecimal } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";

/** Exact to 15 significant digits; a number with more is rounded to them, and a whole number beyond 2^53 refused. */
export const decimalType = defineNumberType({
  name: "Decimal",
  summary: "A number with decimals.",
  storage: "real",
  options: ["decimalDigits"],
  expected: "a number",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 1234.5,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale }) => readDecimal(text, locale),
});
