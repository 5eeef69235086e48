import { top } from "../functions/list/top.ts";
import type { CallNode, Node } from "../tree/node.ts";

/** `TOP(ORDERBY(…), count)` as an ORDERBY that stops there, so that it need not sort all rows. */
export function limitOrderBy(call: CallNode): Node {
  if (call.definition !== top) return call;
  const [list, count] = call.arguments as readonly [Node, Node];
  if (list.op !== "order-by" || list.limit !== undefined) return call;
  return { ...list, limit: count, start: call.start, end: call.end };
}
