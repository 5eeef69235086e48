import { defineChangeType } from "./define-change-type.ts";
import { number } from "./number.ts";

/** Goes up by one with every saved change of what it watches. */
export const changeCounter = defineChangeType({
  name: "ChangeCounter",
  summary: "How often the watched columns were changed.",
  base: number,
  options: ["watch", "mode"],
});
