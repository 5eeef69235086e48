import { isAnsweredNumber, readPercent } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";

/** A number is the fraction itself; a text may be the percentage. */
export const percentType = defineNumberType({
  name: "Percent",
  summary: "A fraction that is shown as a percentage: 0.25 is 25 %.",
  storage: "real",
  options: ["decimalDigits"],
  expected: "a fraction or a percentage",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 0.25,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale }) => readPercent(text, locale),
});
