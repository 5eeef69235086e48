import { isGroup } from "../../check/check-strict-call.ts";
import type { CallNode, Node } from "../../tree/node.ts";

/** `TOP(ORDERBY(…), count)` as an ORDERBY that stops there, so that it need not sort all rows. */
export function limitOrderBy(call: CallNode): Node {
  const [list, count] = call.arguments;
  if (list === undefined || isGroup(list) || list.op !== "order-by" || list.limit !== undefined) return call;
  if (count === undefined || isGroup(count)) return call;
  return { ...list, limit: count, start: call.start, end: call.end };
}
