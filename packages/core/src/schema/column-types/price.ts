import { readPrice } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";
import { isExactDecimal } from "./is-exact-decimal.ts";

/** The currency is not part of the value: a sign that is sent is taken off. */
export const price = defineNumberType({
  name: "Price",
  summary: "An amount of money.",
  storage: "real",
  options: ["decimalDigits", "currency"],
  expected: "an amount",
  precision: "of at most 15 significant digits",
  sample: 1234.5,
  acceptsNumber: isExactDecimal,
  readText: (text, { locale, options }) => readPrice(text, locale, options.currency),
});
