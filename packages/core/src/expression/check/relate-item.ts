import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { listOf, scalar, typeName } from "../tree/type.ts";
import { asKey } from "./as-key.ts";
import { describe } from "./check-operator.ts";
import type { CheckState } from "./check-state.ts";
import { asArgument, isLiteral } from "./coerce.ts";
import { commonType } from "./unify.ts";
import { warnOfOtherTexts } from "./warn-of-other-texts.ts";

/** A value and a list it is compared with, item by item, brought to one type; literals follow the other side. */
export function relateItem(
  state: CheckState,
  parts: readonly Node[],
  call: Call,
): readonly Node[] | undefined {
  const [first, second, ...others] = parts;
  const sent = second && first && asList(second, first, state.scope.locale);
  const value = first && sent && asKey(state, first, sent.type);
  const list = first && sent && asKey(state, sent, first.type);
  if (value === undefined || list?.type.kind !== "List" || value.type.kind === "List") return parts;
  const { item } = list.type;
  const { locale } = state.scope;
  const type = isLiteral(list)
    ? isLiteral(value)
      ? scalar("Text")
      : value.type
    : isLiteral(value)
      ? item
      : commonType(value.type, item);
  const [fittedValue, fittedList] = [
    type && asArgument(value, type, locale),
    type && asArgument(list, listOf(type), locale),
  ];
  if (fittedValue && fittedList) {
    warnOfOtherTexts(state, value, list);
    return [fittedValue, fittedList, ...others];
  }
  return state.report(
    "type/compare",
    { left: describe(value), right: `the items, which are ${typeName(item, (table) => state.tells(table))}` },
    call,
  );
}

/** A parameter of the call in the place of a list is a list of what it is compared with. */
function asList(given: Node, value: Node, locale: string): Node {
  if (given.type.kind !== "Any" || value.type.kind === "List") return given;
  const item = isLiteral(value) || value.type.kind === "Any" ? scalar("Text") : value.type;
  return asArgument(given, listOf(item), locale) ?? given;
}
