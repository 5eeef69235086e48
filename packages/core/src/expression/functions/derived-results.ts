import type { DerivedResult } from "../check/function-definition.ts";
import type { Node } from "../tree/node.ts";
import { type ScalarKind, scalar, type Type } from "../tree/type.ts";

/** The result has the type of the first argument. */
export const typeOfFirst: DerivedResult = {
  name: "the type of the first argument",
  of: ([first]) => (first as Node).type,
};

/** The result is one item of the list that is the first argument. */
export const itemType: DerivedResult = {
  name: "the type of the items",
  of: ([list]) => itemOf((list as Node).type),
};

/** The result is the number that is the first argument, changed: a key is a number like any other. */
export const sameNumber: DerivedResult = {
  name: "the type of the number",
  of: ([first]) => plain((first as Node).type),
};

/** The result is one of the numbers, dates or times of the list that is the first argument. */
export const orderedItem: DerivedResult = {
  name: "the type of the items",
  of: ([list]) => plain(itemOf((list as Node).type)),
};

/** The result is an amount like the items: a Number, Decimal or Duration. */
export const amountOf: DerivedResult = {
  name: "Number, Decimal or Duration, as the items",
  of: ([list]) => plainAmount(itemOf((list as Node).type)),
};

/** The result is a list of the items of lists, or the list itself where its items are no lists. */
export const innerList: DerivedResult = {
  name: "List of the items of the lists",
  of: ([list]) => {
    const { type } = list as Node;
    const item = itemOf(type);
    return item.kind === "List" ? item : type;
  },
};

/** The type of the items of a list. */
export function itemOf(type: Type): Type {
  return type.kind === "List" ? type.item : type;
}

/** A sum of prices or percents is a Decimal; a sum of keys is a number like any other. */
function plainAmount(type: Type): Type {
  const { kind } = plain(type);
  const kinds: readonly string[] = ["Number", "Duration"];
  return scalar(kinds.includes(kind) ? (kind as ScalarKind) : "Decimal");
}

function plain(type: Type): Type {
  return type.kind === "Ref" ? type.key : type;
}
