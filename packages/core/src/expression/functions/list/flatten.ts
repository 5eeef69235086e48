import type { Value } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { defineFunction } from "../define-function.ts";
import { innerList, itemOf } from "../derived-results.ts";

export const flatten = defineFunction("list", {
  signature: "FLATTEN(list: List)",
  summary: "The items of all the lists in a list, in order.",
  details: "Duplicates are kept. A list whose items are no lists stays as it is.",
  result: innerList,
  uses: "budget",
  evaluateFor: ([type]) =>
    type !== undefined && itemOf(type).kind !== "List"
      ? (list) => list
      : (list: readonly Value[], { meter }: RequestContext) => {
          const items: Value[] = [];
          for (const inner of list as readonly (readonly Value[] | null)[]) {
            meter.spend(inner?.length ?? 0);
            for (const item of inner ?? []) items.push(item);
          }
          return items;
        },
  examples: [
    ["FLATTEN(LIST(1, 2))", [1, 2]],
    ["COUNT(FLATTEN(LIST()))", 0],
  ],
});
