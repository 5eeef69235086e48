import { defineChangeType } from "./define-change-type.ts";
import { numberType } from "./number.ts";

/** Goes up by one with every saved change of what it watches. */
export const changeCounterType = defineChangeType({
  name: "ChangeCounter",
  summary: "How often the watched columns were changed.",
  base: numberType,
  options: ["watch", "mode"],
});
