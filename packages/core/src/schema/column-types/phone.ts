import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Digits, blanks and `+ - ( ) . x`, so that every country and extension fits; a number is sent now and then. */
export const phone = defineTextType({
  name: "Phone",
  summary: "A phone number.",
  mayBeKey: true,
  options: LENGTHS,
  form: {
    accepts: (text) => /\d/.test(text) && NUMBER.test(text),
    expected: "a phone number",
    example: "+1 (206) 555-0101 x5",
  },
});

const NUMBER = /^[\d\s+\-().x]+$/i;
