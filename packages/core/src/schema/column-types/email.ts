import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** One address, by the shape that all have: something, "@", a domain with a dot. */
export const email = defineTextType({
  name: "Email",
  summary: "One email address.",
  mayBeKey: true,
  options: LENGTHS,
  form: {
    accepts: (text) => ADDRESS.test(text),
    expected: "one email address",
    example: "ann@example.com",
  },
});

const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;
