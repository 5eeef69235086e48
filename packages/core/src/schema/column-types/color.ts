import { defineChoiceType } from "./define-choice-type.ts";

/** One of the named colours, or any colour by its parts. */
export const colorType = defineChoiceType({
  name: "Color",
  summary: "A colour by name, or as #rrggbb.",
  choices: ["Black", "Blue", "Green", "Orange", "Purple", "Red", "Yellow", "White"],
  accepts: (text) => /^#[\da-f]{6}$/i.test(text),
});
