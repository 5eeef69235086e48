import { matchesOf } from "../runtime/meter.ts";
import { defineExtraction } from "./define-extraction.ts";

/** A # without a word character, & or / of an address before it, then words joined by single hyphens, a letter somewhere in them. */
const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&#/])#[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*/gu;

export const extractHashtags = defineExtraction({
  name: "EXTRACTHASHTAGS",
  summary: "The hashtags in a text, with their #.",
  details:
    "Letters, digits and underscores of any script, hyphens inside, at least one letter. Duplicates stay.",
  item: "Text",
  find: function* (text, { meter }) {
    for (const tag of matchesOf(text, HASHTAG, meter)) if (/\p{L}/u.test(tag)) yield tag;
  },
  examples: [
    ['EXTRACTHASHTAGS("go #team and #Blue-Sky now")', ["#team", "#Blue-Sky"]],
    ['EXTRACTHASHTAGS("ticket #5")', []],
  ],
});
