import { defineFunction } from "../define-function.ts";

export const initials = defineFunction({
  name: "INITIALS",
  category: "text",
  summary: "The first character of every word of a text.",
  details:
    "Words are what stands between white space, so punctuation may be among the characters. Case is kept.",
  parameters: [{ name: "text", type: "Text" }],
  result: "Text",
  evaluate: (text) => text.match(/(?<!\S)\S/gu)?.join("") ?? null,
  examples: [
    ['INITIALS("Ada King Lovelace")', "AKL"],
    ['INITIALS("ready-made shelf (oak)")', "rs("],
  ],
});
