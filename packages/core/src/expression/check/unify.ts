import type { Span } from "../../diagnostics/index.ts";
import type { Call } from "../syntax/ast.ts";
import type { ListNode, Node } from "../tree/node.ts";
import { familyOf, isWholeNumber, listOf, sameType, scalar, type Type } from "../tree/type.ts";
import type { CheckState } from "./check-state.ts";
import { coerceToArgument, coerceToResult } from "./conversions.ts";
import { asKey, isUntypedLiteral, warnUnknownChoice } from "./literals.ts";

/** The nodes as values of one common type, or the type of some and the first node that does not go with it. */
type Unified =
  | { readonly type: Type; readonly nodes: readonly Node[] }
  | { readonly type: undefined; readonly first: Type; readonly other: Node };

/** Brings parts that stand for one another (items of a list, branches of IF) to one type; literals follow the others. */
export function unify(nodes: readonly Node[], locale: string): Unified {
  const typed = nodes.filter((node) => !isUntypedLiteral(node));
  let type = (typed[0] ?? nodes.find((node) => !isBlankLiteral(node)))?.type ?? scalar("Text");
  for (const node of typed) {
    const common = commonType(type, node.type);
    if (common === undefined) return { type: undefined, first: type, other: node };
    type = common;
  }
  const unified = fitAll(nodes, type, locale);
  if (unified.type !== undefined) return unified;
  return (
    widerTypes(type)
      .map((wider) => fitAll(nodes, wider, locale))
      .find((one) => one.type !== undefined) ?? unified
  );
}

function fitAll(nodes: readonly Node[], type: Type, locale: string): Unified {
  const coerced: Node[] = [];
  for (const node of nodes) {
    const one = coerceToResult(node, type, locale);
    if (one === undefined) return { type: undefined, first: type, other: node };
    coerced.push(one);
  }
  return { type, nodes: coerced };
}

function isBlankLiteral(node: Node): boolean {
  return node.op === "constant" && node.literal === "";
}

/** What a literal may still be read as where it is not of the type expected. */
export function widerTypes(type: Type): readonly Type[] {
  if (familyOf(type) === "date") return [scalar("DateTime")];
  return isWholeNumber(type) ? [scalar("Decimal")] : [];
}

/** The narrowest type that holds the values of both; undefined when they have nothing in common. */
export function commonType(left: Type, right: Type): Type | undefined {
  if (sameType(left, right)) return isShownAlike(left, right) ? left : withoutDisplay(left);
  if (left.kind === "Unknown") return right;
  if (right.kind === "Unknown" || right.kind === "Any") return left;
  if (left.kind === "Any") return right;
  if (left.kind === "List" || right.kind === "List") {
    if (left.kind !== "List" || right.kind !== "List") return undefined;
    const item = commonType(left.item, right.item);
    return item && listOf(item);
  }
  if (left.kind === "Object" || right.kind === "Object") return undefined;
  const family = familyOf(left);
  if (family !== familyOf(right)) {
    const temporal = [family, familyOf(right)];
    return temporal.every((one) => one === "date" || one === "datetime") ? scalar("DateTime") : undefined;
  }
  if (family === "text") return scalar("Text");
  if (family === "point") return undefined;
  if (family !== "number") return left;
  return scalar(isWholeNumber(left) && isWholeNumber(right) ? "Number" : "Decimal");
}

/** Dollars and euros in one list have no sign in common. */
function isShownAlike(left: Type, right: Type): boolean {
  if (left.kind === "List") return right.kind === "List" && isShownAlike(left.item, right.item);
  const [first, second] = [left, right].map((type) => ("display" in type ? type.display : undefined));
  return first?.currency === second?.currency && first?.decimalDigits === second?.decimalDigits;
}

function withoutDisplay(type: Type): Type {
  if (type.kind === "List") return listOf(withoutDisplay(type.item));
  return type.kind === "Ref" || type.kind === "Object" ? type : scalar(type.kind);
}

/** A list of checked items, which must be of one type; no items make a list of Text. */
export function makeList(state: CheckState, items: readonly Node[], span: Span): ListNode | undefined {
  const unified = unify(items, state.scope.locale);
  if (unified.type === undefined) {
    const { first, other } = unified;
    return state.report(
      "type/mixed-list",
      { first: state.typeName(first), other: state.describe(other) },
      span,
    );
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

/** A value and a list it is compared with, item by item, brought to one type; literals follow the other side. */
export function unifyItemWithList(
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
  const type = isUntypedLiteral(list)
    ? isUntypedLiteral(value)
      ? scalar("Text")
      : value.type
    : isUntypedLiteral(value)
      ? item
      : commonType(value.type, item);
  const [fittedValue, fittedList] = [
    type && coerceToArgument(value, type, locale),
    type && coerceToArgument(list, listOf(type), locale),
  ];
  if (fittedValue && fittedList) {
    warnUnknownChoice(state, value, list);
    return [fittedValue, fittedList, ...others];
  }
  return state.report(
    "type/compare",
    { left: state.describe(value), right: `the items, which are ${state.typeName(item)}` },
    call,
  );
}

/** A parameter of the call in the place of a list is a list of what it is compared with. */
function asList(given: Node, value: Node, locale: string): Node {
  if (given.type.kind !== "Any" || value.type.kind === "List") return given;
  const item = isUntypedLiteral(value) || value.type.kind === "Any" ? scalar("Text") : value.type;
  return coerceToArgument(given, listOf(item), locale) ?? given;
}

/** Two lists whose items are compared with one another, brought to one type of items; reports what has none. */
export function unifyLists(
  state: CheckState,
  parts: readonly Node[],
  call: Call,
): readonly Node[] | undefined {
  const [left, right, ...others] = parts;
  if (left?.type.kind !== "List" || right?.type.kind !== "List") return parts;
  const related = comparableLists(left, right, state.scope.locale);
  if (related !== undefined) return [...related, ...others];
  return state.report("type/compare", { left: state.describe(left), right: state.describe(right) }, call);
}

/** Two lists with items of one family, the left one kept as it is where that can be; literals follow the other side. */
function comparableLists(left: Node, right: Node, locale: string): readonly [Node, Node] | undefined {
  if (left.type.kind !== "List" || right.type.kind !== "List") return undefined;
  const isOpen = isUntypedLiteral(left) || isUntypedLiteral(right);
  if (!isOpen && compareAlike(left.type.item, right.type.item)) return [left, right];
  const item = itemFor(left, right, left.type.item, right.type.item);
  const [first, second] = [left, right].map((list) => item && coerceToArgument(list, listOf(item), locale));
  return first && second && [first, second];
}

/** Points of different kinds are of one family but never equal. */
function compareAlike(left: Type, right: Type): boolean {
  return familyOf(left) === familyOf(right) && familyOf(left) !== "point";
}

function itemFor(left: Node, right: Node, leftItem: Type, rightItem: Type): Type | undefined {
  if (isUntypedLiteral(left)) return isUntypedLiteral(right) ? scalar("Text") : rightItem;
  return isUntypedLiteral(right) ? leftItem : commonType(leftItem, rightItem);
}
