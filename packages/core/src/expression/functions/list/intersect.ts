import type { Value } from "../../../values/index.ts";
import { unifyLists } from "../../check/unify.ts";
import { commonItems } from "../../operators/index.ts";
import { commonAsTask } from "../../runtime/many-items.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { defineFunction } from "../define-function.ts";
import { typeOfFirst } from "../derived-results.ts";
import { itemFamily } from "./items.ts";

export const intersect = defineFunction("list", {
  signature: "INTERSECT(list: List, other list: List)",
  summary: "The items that are in both lists, each once, in the order of the first.",
  details:
    "Items are compared as = does, ignoring case. A blank is in the result when both lists have a blank item.",
  result: typeOfFirst,
  unifyArguments: unifyLists,
  evaluateFor: ([type]) => {
    const family = itemFamily(type);
    return Object.assign(
      (list: readonly Value[], others: readonly Value[]) => commonItems(list, family, others),
      {
        task: (list: readonly Value[], others: readonly Value[], { meter }: RequestContext) =>
          commonAsTask(list, family, others, meter),
      },
    );
  },
  examples: [
    ['INTERSECT(LIST("Red", "Blue", "Green"), LIST("Orange", "blue"))', ["Blue"]],
    ["INTERSECT(LIST(3, 1, 3, 2), LIST(2, 3))", [3, 2]],
    ["INTERSECT(LIST(1, 2), LIST(3))", []],
  ],
});
