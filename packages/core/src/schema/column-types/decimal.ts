import { readDecimal } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";
import { isExactDecimal } from "./is-exact-decimal.ts";

/** Exact to 15 significant digits; a longer number is refused rather than rounded in silence. */
export const decimal = defineNumberType({
  name: "Decimal",
  summary: "A number with decimals.",
  storage: "real",
  options: ["decimalDigits"],
  expected: "a number",
  precision: "of at most 15 significant digits",
  sample: 1234.5,
  acceptsNumber: isExactDecimal,
  readText: (text, { locale }) => readDecimal(text, locale),
});
