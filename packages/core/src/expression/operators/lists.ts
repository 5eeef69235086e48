import { type Family, hashOf, type Value } from "../../values/index.ts";
import type { OperatorRule } from "../tree/rules.ts";
import { type Type, valueFamilyOf } from "../tree/type.ts";

/** Concatenation, duplicates kept. */
export const listPlus: OperatorRule = {
  operator: "+",
  left: "list",
  right: "list",
  id: "list",
  result: "Unknown",
  evaluate: (left, right) => [...itemsOf(left), ...itemsOf(right)],
};

/** The items of the left list that the right one lacks, each once. */
export function listMinus(item: Type): OperatorRule {
  const family = valueFamilyOf(item);
  return {
    operator: "-",
    left: "list",
    right: "list",
    id: "list",
    result: "Unknown",
    evaluate: (left, right) => distinctItems(itemsOf(left), family, itemsOf(right)),
  };
}

/** The items equal to no earlier one and to none of `excluded`. */
export function distinctItems(
  items: readonly Value[],
  family: Family,
  excluded: readonly Value[] = [],
): readonly Value[] {
  const seen = new Set(excluded.map((value) => hashOf(value, family)));
  return items.filter((value) => {
    const hash = hashOf(value, family);
    return !seen.has(hash) && seen.add(hash) !== undefined;
  });
}

/** The items that are in `others` too, each once. */
export function commonItems(
  items: readonly Value[],
  family: Family,
  others: readonly Value[],
): readonly Value[] {
  const hashes = new Set(others.map((value) => hashOf(value, family)));
  return items.filter((value) => hashes.delete(hashOf(value, family)));
}

export function itemsOf(list: Value): readonly Value[] {
  return Array.isArray(list) ? list : [];
}

/** Both sides have been converted to text; blank adds nothing, and no text at all is blank. */
export const concatenation: OperatorRule = {
  operator: "&",
  left: "text",
  right: "text",
  id: "text",
  result: "Text",
  evaluate: (left, right) => `${left ?? ""}${right ?? ""}` || null,
};
