import { compareValues, type Value } from "../../../values/index.ts";
import { sortAsTask } from "../../runtime/many-items.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Task } from "../../runtime/time-slice.ts";
import { defineFunction, withTask } from "../define-function.ts";
import { typeOfFirst } from "../derived-results.ts";
import { itemFamily } from "./items.ts";

export const sort = defineFunction("list", {
  signature: "SORT(list: List, [descending: Yes/No])",
  summary: "The items of a list from low to high, or from high to low.",
  details:
    "Texts ignore case and go by code points: é comes after z. Refs go by their key (ORDERBY sorts otherwise). Blanks are lowest. Duplicates stay, equal items keep their order.",
  result: typeOfFirst,
  blanks: "accept",
  uses: "request",
  evaluateFor: ([type]) => {
    const family = itemFamily(type);
    return withTask(function* (
      list: readonly Value[],
      descending: boolean | null | undefined,
      { meter }: RequestContext,
    ): Task<Value> {
      meter.spend(list.length * Math.ceil(Math.log2(list.length + 1)));
      const direction = descending === true ? -1 : 1;
      return yield* sortAsTask(list, (left, right) => direction * compareValues(left, right, family), meter);
    });
  },
  examples: [
    ["SORT(LIST(10, 9, 100))", [9, 10, 100]],
    ['SORT(LIST("b", "A", "c"))', ["A", "b", "c"]],
    ["SORT(LIST(3, 1, 2), TRUE)", [3, 2, 1]],
  ],
});
