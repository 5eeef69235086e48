import { matchesOf } from "../runtime/meter.ts";
import { defineExtraction } from "./define-extraction.ts";

/** What may separate two groups of digits. */
const GAP = "[ .\\u00a0\\u2011()/-]{1,2}";

/**
 * In this order: a North American number with or without its country code, one that begins with + and a country code, one
 * that begins with the 0 of a national prefix, and a local one such as 555-1234.
 */
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{Sc}#]|\p{N}[.,:/-])(?:` +
    [
      String.raw`(?:\+?1[ .\u00a0-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .\u00a0\u2011-]?)\d{3}[ .\u00a0\u2011-]?\d{4}`,
      String.raw`\+[1-9]\d{0,14}(?:${GAP}\d(?!\d))?(?:${GAP}\d{2,14}){0,7}`,
      String.raw`\(?0\d{1,14}(?:${GAP}\d{2,14}){0,7}`,
      String.raw`[2-9]\d\d[.\u2011-]\d{4}`,
    ].join("|") +
    String.raw`)(?![\p{L}\p{N}]|[.,:/-]\d)`,
  "gu",
);

/** A local number without its area, and the most a number may have by the international numbering plan. */
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;

const DATE = /^\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})$/;

export const extractPhoneNumbers = defineExtraction({
  name: "EXTRACTPHONENUMBERS",
  summary: "The phone numbers in a text, as they are written.",
  details:
    "Numbers of 7 to 15 digits: North American, with + and a country code, beginning with 0, or local ones such as 555-1234. Other long numbers, dates and prices are left out.",
  item: "Phone",
  find: function* (text, { meter }) {
    for (const number of matchesOf(text, PHONE, meter)) {
      const digits = number.replace(/\D/g, "").length;
      if (digits >= FEWEST_DIGITS && digits <= MOST_DIGITS && !DATE.test(number)) yield number;
    }
  },
  examples: [
    ['EXTRACTPHONENUMBERS("Call Jenny, 555-867-5309!")', ["555-867-5309"]],
    [
      'EXTRACTPHONENUMBERS("Berlin +49 30 1234567, home (555) 867-5309")',
      ["+49 30 1234567", "(555) 867-5309"],
    ],
    ['EXTRACTPHONENUMBERS("Order 97229 of 2026-03-14")', []],
  ],
});
