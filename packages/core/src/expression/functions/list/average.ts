import { finiteOrBlank, meanOf, roundToScale } from "../../../values/index.ts";
import { scalar } from "../../tree/type.ts";
import { defineFunction } from "../define-function.ts";
import { itemFamily } from "./item-family.ts";

export const average = defineFunction({
  name: "AVERAGE",
  category: "list",
  summary: "The arithmetic mean of a list of numbers or durations.",
  details:
    "Blank items do not count. A list without items gives 0. The mean of durations is rounded to seconds.",
  parameters: [{ name: "list", type: "List of Amount" }],
  result: {
    name: "Decimal, or Duration for durations",
    of: ([list]) => scalar(itemFamily(list?.type) === "duration" ? "Duration" : "Decimal"),
  },
  evaluateFor: ([type]) => {
    const isDuration = itemFamily(type) === "duration";
    return (list) => {
      const mean = list.every((item) => item === null) ? 0 : meanOf(list);
      return finiteOrBlank(isDuration ? roundToScale(mean, 0) : mean);
    };
  },
  examples: [
    ["AVERAGE(LIST(1, 2))", 1.5],
    ['AVERAGE(LIST("001:00:00", "002:00:00"))', "001:30:00"],
    ["AVERAGE(LIST(0) - LIST(0))", 0],
  ],
});
