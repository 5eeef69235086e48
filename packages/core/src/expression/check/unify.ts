import type { Node } from "../tree/node.ts";
import { familyOf, isWholeNumber, listOf, sameType, scalar, type Type } from "../tree/type.ts";
import { assign, isLiteral } from "./coerce.ts";

/** The nodes as values of one common type, or the type of some and the first node that does not go with it. */
export type Unified =
  | { readonly type: Type; readonly nodes: readonly Node[] }
  | { readonly type: undefined; readonly first: Type; readonly other: Node };

/** Brings parts that stand for one another (items of a list, branches of IF) to one type; literals follow the others. */
export function unify(nodes: readonly Node[], locale: string): Unified {
  const typed = nodes.filter((node) => !isLiteral(node));
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
  const fitted: Node[] = [];
  for (const node of nodes) {
    const one = assign(node, type, locale);
    if (one === undefined) return { type: undefined, first: type, other: node };
    fitted.push(one);
  }
  return { type, nodes: fitted };
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
  return type.kind === "Ref" ? type : scalar(type.kind);
}
