import { check, valueFamilyOf } from "../../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../../schema/index.ts";
import type { SortKey } from "../../../storage/index.ts";
import { compareValues, type Value } from "../../../values/index.ts";
import type { PageEnd } from "./find-page.ts";
import { rowScope } from "./row-scope.ts";

/** The order of a Find that is read in parts: its own, and between rows that are equal in it that of their keys. */
export function pageOrder(
  app: AppDefinition,
  table: TableDefinition,
  order: readonly SortKey[],
): readonly SortKey[] {
  const existing = keyOrders.get(table);
  if (existing !== undefined) return [...order, ...existing];
  const keys = table.key.map(({ name }) => {
    const { output } = check(`[${name}]`, rowScope(app, table));
    if (output === undefined) throw new Error(`The key column "${name}" cannot be sorted by.`);
    return { expression: output, descending: false };
  });
  keyOrders.set(table, keys);
  return [...order, ...keys];
}

const keyOrders = new WeakMap<TableDefinition, readonly SortKey[]>();

/** Compares places by their sort values, those of the key among them, as the language compares: 0 of keys that differ in case. */
export function comparePlaces(order: readonly SortKey[]): (one: PageEnd, other: PageEnd) => number {
  const families = order.map(({ expression }) => valueFamilyOf(expression.type));
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (one, other) => {
    for (const [at, family] of families.entries()) {
      const [left, right] = [one.order?.[at] ?? null, other.order?.[at] ?? null];
      const difference = compareValues(left, right, family);
      if (difference !== 0) return difference * (directions[at] as number);
    }
    return 0;
  };
}

/** Keys exactly, case included: what tells rows apart whose keys the language takes for equal. */
export function compareExactly(one: PageEnd, other: PageEnd): number {
  for (const [at, left] of one.key.entries()) {
    const [a, b] = [exact(left), exact(other.key[at] ?? null)];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

function exact(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
