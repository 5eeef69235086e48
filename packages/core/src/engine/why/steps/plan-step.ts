import type { FindExplanation } from "../../describe/find-explanation.ts";
import type { TraceStep } from "../call-trace.ts";

/**
 * How a Find is carried out: which conditions the store applies, and what is left to the engine. How many rows the store
 * expects to look at is left out, because hidden ones are counted there.
 */
export function planStep(explanation: FindExplanation): TraceStep {
  const { table, slice, shape, reason, conditions, order, limit, store } = explanation;
  const steps: TraceStep[] = conditions.map(({ text, pushed, reason: why }) => ({
    about: "condition",
    text: pushed ? `${text} is pushed down to the store` : `${text} is tried by the engine, because ${why}`,
  }));
  if (order.length > 0) {
    const keys = order.map(({ text, descending }) => `${text}${descending ? " descending" : ""}`).join(", ");
    steps.push({ about: "plan", text: `sorted by ${keys} ${doneBy(explanation.isOrderPushed)}` });
  }
  if (limit !== undefined)
    steps.push({ about: "plan", text: `cut off after ${limit} ${doneBy(explanation.isLimitPushed)}` });
  for (const { column, pushed } of explanation.computed ?? [])
    steps.push({ about: "plan", text: `"${column}" is computed ${doneBy(pushed)}`, column });
  if (store.sql !== undefined) steps.push({ about: "plan", text: `the statement: ${store.sql}` });
  for (const index of store.indexes ?? []) steps.push({ about: "plan", text: `index: ${index}` });
  const how = SHAPES[shape] + (reason === undefined ? "" : `, because ${reason}`);
  return { about: "plan", text: `rows of "${slice ?? table}" are found ${how}`, table, steps };
}

const SHAPES: Readonly<Record<FindExplanation["shape"], string>> = {
  plan: "by conditions",
  keys: "by their keys",
  evaluated: "by the keys in the Selector's value",
};

function doneBy(isPushed: boolean): string {
  return isPushed ? "by the store" : "by the engine";
}
