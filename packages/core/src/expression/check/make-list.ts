import type { Span } from "../../diagnostics/index.ts";
import type { ListNode, Node } from "../tree/node.ts";
import { listOf, typeName } from "../tree/type.ts";
import { describe } from "./check-operator.ts";
import type { CheckState } from "./check-state.ts";
import { unify } from "./unify.ts";

/** A list of checked items, which must be of one type; no items make a list of Text. */
export function makeList(state: CheckState, items: readonly Node[], span: Span): ListNode | undefined {
  const unified = unify(items, state.scope.locale);
  if (unified.type === undefined) {
    const { first, other } = unified;
    return state.report("type/mixed-list", { first: typeName(first), other: describe(other) }, span);
  }
  const { start, end } = span;
  return {
    op: "list",
    items: unified.nodes,
    type: listOf(unified.type),
    start,
    end,
  };
}
