import { meanOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { amidItems, keptAmid } from "./items.ts";

export const average = defineFunction("list", {
  signature: "AVERAGE(list: List of Amount)",
  summary: "The arithmetic mean of a list of numbers or durations.",
  details: "Blanks do not count. Without items it is 0. A mean of durations is rounded to seconds.",
  result: amidItems,
  evaluateFor: ([type]) => {
    const kept = keptAmid(type);
    return (list) => kept(list.every((item) => item === null) ? 0 : meanOf(list));
  },
  examples: [
    ["AVERAGE(LIST(1, 2))", 1.5],
    ['AVERAGE(LIST("001:00:00", "002:00:00"))', "001:30:00"],
    ["AVERAGE(LIST(0) - LIST(0))", 0],
  ],
});
