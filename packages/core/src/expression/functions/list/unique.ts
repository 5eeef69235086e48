import type { Value } from "../../../values/index.ts";
import { distinctItems } from "../../operators/index.ts";
import { distinctAsTask } from "../../runtime/many-items.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { defineFunction } from "../define-function.ts";
import { typeOfFirst } from "../derived-results.ts";
import { itemFamily } from "./items.ts";

export const unique = defineFunction("list", {
  signature: "UNIQUE(list: List)",
  summary: "The items of a list without duplicates, in order.",
  details: "Items are compared as = does, ignoring case. Blank items count as one.",
  result: typeOfFirst,
  evaluateFor: ([type]) => {
    const family = itemFamily(type);
    return Object.assign((list: readonly Value[]) => distinctItems(list, family), {
      task: (list: readonly Value[], { meter }: RequestContext) => distinctAsTask(list, family, meter),
    });
  },
  examples: [
    ["UNIQUE(LIST(1, 1, 2, 1, 3))", [1, 2, 3]],
    ['UNIQUE(LIST("abc", "ABC", "b"))', ["abc", "b"]],
  ],
});
