import { matchesOf } from "../runtime/meter.ts";
import { defineExtraction } from "./define-extraction.ts";

/** What an address can be made of; its parts are looked at within such a run only, so that no character is read often. */
const RUN = /[\p{L}\p{M}\p{N}.%+'_@-]+/gu;

const ADDRESS =
  /^[^@]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,20}[\p{L}\p{M}]{2,63}$/u;

/** The longest address that mail is sent to, and some signs around it. */
const LONGEST = 254 + 46;

export const extractEmails = defineExtraction({
  name: "EXTRACTEMAILS",
  summary: "The e-mail addresses in a text.",
  details: "Signs around an address, such as brackets and the dot that ends a sentence, do not belong to it.",
  item: "Email",
  find: function* (text, { meter }) {
    for (const run of matchesOf(text, RUN, meter)) {
      yield undefined;
      if (run.length > LONGEST || !run.includes("@")) continue;
      const address = run.replace(/^[.%+'-]+/, "").replace(/[.%+'_-]+$/, "");
      if (ADDRESS.test(address) && !address.includes("..")) yield address;
    }
  },
  examples: [
    ['EXTRACTEMAILS("Mailing list: a@a.com, b@b.com")', ["a@a.com", "b@b.com"]],
    ['EXTRACTEMAILS("Write to <ann.lee+work@mail.example.org>.")', ["ann.lee+work@mail.example.org"]],
    ['EXTRACTEMAILS("nobody@ or @nobody")', []],
  ],
});
