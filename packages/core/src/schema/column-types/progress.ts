import { defineChoiceType } from "./define-choice-type.ts";

/** How far something has got. */
export const progressType = defineChoiceType({
  name: "Progress",
  summary: "How far something has got, in quarters.",
  choices: ["Empty", "Quarter", "Half", "Three Quarter", "Full"],
});
