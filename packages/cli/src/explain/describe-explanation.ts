import type { FindExplanation } from "@tablewright/core";
import { count } from "../count.ts";

/** How a Find would be carried out, a line for each thing that is done. */
export function describeExplanation(explanation: FindExplanation): string {
  const { table, slice, shape, reason, order, limit, store, estimatedRows, computed = [] } = explanation;
  const { isOrderPushed, isLimitPushed } = explanation;
  const lines = [
    `Find in "${slice ?? table}" ${SHAPES[shape]}${reason === undefined ? "" : `, because ${reason}`}`,
  ];
  for (const { text, pushed, reason } of explanation.conditions)
    lines.push(`condition: ${text} (${byWhom(pushed)}${reason === undefined ? "" : `, because ${reason}`})`);
  if (order.length > 0) {
    const keys = order.map(({ text, descending }) => (descending ? `${text} descending` : text));
    lines.push(`order: ${keys.join(", ")} (${byWhom(isOrderPushed)})`);
  }
  if (limit !== undefined) lines.push(`limit: ${count(limit, "row")} (${byWhom(isLimitPushed)})`);
  for (const { column, pushed } of computed) lines.push(`virtual column: ${column} (${byWhom(pushed)})`);
  lines.push(`store: ${store.name}`);
  for (const missing of store.lacks ?? []) lines.push(`the database has ${missing}`);
  if (store.indexes !== undefined) lines.push(`indexes: ${store.indexes.join(", ")}`);
  if (estimatedRows !== undefined) lines.push(`looks at: about ${count(estimatedRows, "row")}`);
  if (store.sql !== undefined) lines.push(`statement: ${store.sql}`);
  if (store.values !== undefined && store.values.length > 0)
    lines.push(`values: ${store.values.map((value) => JSON.stringify(value)).join(", ")}`);
  return lines.join("\n");
}

const SHAPES: Readonly<Record<FindExplanation["shape"], string>> = {
  plan: "by conditions, order and limit",
  keys: "by keys",
  evaluated: "by the keys in the Selector's value",
};

function byWhom(isPushed: boolean): string {
  return isPushed ? "the store" : "the engine";
}
