import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { familyOf, listOf, scalar, type Type } from "../tree/type.ts";
import { describe } from "./check-operator.ts";
import type { CheckState } from "./check-state.ts";
import { asArgument, isLiteral } from "./coerce.ts";
import { commonType } from "./unify.ts";

/** Two lists whose items are compared with one another, brought to one type of items; reports what has none. */
export function relateLists(
  state: CheckState,
  parts: readonly Node[],
  call: Call,
): readonly Node[] | undefined {
  const [left, right, ...others] = parts;
  if (left?.type.kind !== "List" || right?.type.kind !== "List") return parts;
  const related = comparableLists(left, right, state.scope.locale);
  if (related !== undefined) return [...related, ...others];
  return state.report("type/compare", { left: describe(left), right: describe(right) }, call);
}

/** Two lists with items of one family, the left one kept as it is where that can be; literals follow the other side. */
export function comparableLists(left: Node, right: Node, locale: string): readonly [Node, Node] | undefined {
  if (left.type.kind !== "List" || right.type.kind !== "List") return undefined;
  const isOpen = isLiteral(left) || isLiteral(right);
  if (!isOpen && compareAlike(left.type.item, right.type.item)) return [left, right];
  const item = itemFor(left, right, left.type.item, right.type.item);
  const [first, second] = [left, right].map((list) => item && asArgument(list, listOf(item), locale));
  return first && second && [first, second];
}

/** Points of different kinds are of one family but never equal. */
function compareAlike(left: Type, right: Type): boolean {
  return familyOf(left) === familyOf(right) && familyOf(left) !== "point";
}

function itemFor(left: Node, right: Node, leftItem: Type, rightItem: Type): Type | undefined {
  if (isLiteral(left)) return isLiteral(right) ? scalar("Text") : rightItem;
  return isLiteral(right) ? leftItem : commonType(leftItem, rightItem);
}
