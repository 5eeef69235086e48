import { compareValues, equalValues, type Family, type Value } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { OperatorRule, RuleId } from "../tree/rules.ts";

type Order = (left: Value, right: Value, family: Family) => boolean;

/** Ordering against one blank is FALSE; blank `<=` blank is TRUE. An empty list is blank. */
function ordered(holds: (order: number) => boolean): Order {
  return (left, right, family) => {
    if (left === null || right === null) return left === right && holds(0);
    return holds(compareValues(left, right, family));
  };
}

const ORDERS: readonly (readonly [Operator, Order])[] = [
  ["=", equalValues],
  ["<>", (left, right, family) => !equalValues(left, right, family)],
  ["<", ordered((order) => order < 0)],
  ["<=", ordered((order) => order <= 0)],
  [">", ordered((order) => order > 0)],
  [">=", ordered((order) => order >= 0)],
];

/** In the blank mode `legacy`, `=` also holds when the right side is blank. */
const LEGACY: readonly (readonly [Operator, Order])[] = ORDERS.map(([operator, order]) => {
  if (operator === "=")
    return [operator, (left, right, family) => right === null || equalValues(left, right, family)];
  if (operator === "<>")
    return [operator, (left, right, family) => right !== null && !equalValues(left, right, family)];
  return [operator, order];
});

function emptyAsBlank(value: Value): Value {
  return Array.isArray(value) && value.length === 0 ? null : value;
}

function rulesFor(family: Family, orders: typeof ORDERS, id: RuleId): OperatorRule[] {
  return orders.map(([operator, order]) => ({
    operator,
    left: family,
    right: family,
    id,
    result: "Yes/No" as const,
    evaluate:
      family === "list"
        ? (left: Value, right: Value) => order(emptyAsBlank(left), emptyAsBlank(right), family)
        : (left: Value, right: Value) => order(left, right, family),
  }));
}

const FAMILIES: readonly Family[] = [
  "text",
  "number",
  "yes/no",
  "date",
  "time",
  "datetime",
  "duration",
  "point",
  "list",
];

/** Objects are equal or not. They have no order that a user would know. */
function comparisonsBy(orders: typeof ORDERS, id: RuleId): OperatorRule[] {
  const ofObjects = orders.filter(([operator]) => operator === "=" || operator === "<>");
  return [
    ...FAMILIES.flatMap((family) => rulesFor(family, orders, id)),
    ...rulesFor("object", ofObjects, id),
  ];
}

export const comparisons = {
  consistent: comparisonsBy(ORDERS, "comparison"),
  legacy: comparisonsBy(LEGACY, "legacy comparison"),
};
