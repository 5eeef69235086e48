import { makeList } from "../../check/unify.ts";
import type { Node } from "../../tree/node.ts";
import { defineForm } from "../define-function.ts";

export const list = defineForm("list", {
  signature: "LIST([item: Any] …): List",
  summary: "A list of the given values, in order.",
  details: "All items must be of one type. Without items it is an empty list.",
  examples: [
    ["LIST(1, 2, 1)", [1, 2, 1]],
    ["LIST()", []],
  ],
  check: ({ state, call }) => {
    const items = call.arguments.map((part) => state.check(part));
    return items.includes(undefined) ? undefined : makeList(state, items as Node[], call);
  },
});
