import { readInteger } from "../../values/index.ts";
import { defineNumberType } from "./define-number-type.ts";

/** A fraction is refused, not cut. */
export const numberType = defineNumberType({
  name: "Number",
  summary: "A whole number.",
  storage: "integer",
  expected: "a whole number",
  precision: "from -9007199254740991 to 9007199254740991",
  sample: 42,
  options: ["autoNumber"],
  acceptsNumber: Number.isSafeInteger,
  readText: (text, { locale }) => readInteger(text, locale),
});
