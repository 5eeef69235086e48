import { isAnsweredNumber, readPrice } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";

/** The currency is not part of the value: a sign that is sent is taken off. */
export const priceType = defineNumberType({
  name: "Price",
  summary: "An amount of money.",
  storage: "real",
  options: ["decimalDigits", "currency"],
  expected: "an amount",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 1234.5,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale, options }) => readPrice(text, locale, options.currency),
});
