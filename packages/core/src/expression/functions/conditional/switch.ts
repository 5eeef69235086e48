import { checkSwitch } from "../../check/check-switch.ts";
import { defineForm } from "../define-form.ts";

export const switchCase = defineForm({
  name: "SWITCH",
  category: "conditional",
  summary: "The result behind the first case that equals a value, else the last argument.",
  details:
    "The value is evaluated once and compared with each case as = does it, so upper and lower case are the same and a blank equals only a blank. Cases may be expressions. All results must be of one type, and the last one, for a value that equals no case, is always needed.",
  parameters: [
    { name: "value", type: "Anything" },
    { name: "case", type: "Anything", repeat: true },
    { name: "result", type: "Anything", repeat: true },
  ],
  syntax: "SWITCH(value, case, result, …, result otherwise)",
  result: "the type of the results",
  examples: [
    ['SWITCH("red", "Green", 1, "Red", 2, 0)', 2],
    ['SWITCH(2 * 3, 5, "five", 7 - 1, "six", "another")', "six"],
    ['SWITCH(9, 1, "one", "many")', "many"],
  ],
  check: checkSwitch,
});
