import { matchesOf } from "../runtime/meter.ts";
import { defineExtraction } from "./define-extraction.ts";

/** An @ without a part of an e-mail address before it, then words joined by single dots or hyphens. */
const MENTION = /(?<![\p{L}\p{M}\p{N}_.+%@-])@[\p{L}\p{M}\p{N}_]+(?:[.-][\p{L}\p{M}\p{N}_]+)*/gu;

export const extractMentions = defineExtraction({
  name: "EXTRACTMENTIONS",
  summary: "The people mentioned in a text as @name, with their @.",
  details:
    "Letters, digits and underscores of any script, dots and hyphens inside. An e-mail address is no mention.",
  item: "Text",
  find: (text, { meter }) => matchesOf(text, MENTION, meter),
  examples: [
    ['EXTRACTMENTIONS("Thanks @ann and @bob!")', ["@ann", "@bob"]],
    ['EXTRACTMENTIONS("ann@example.com")', []],
  ],
});
