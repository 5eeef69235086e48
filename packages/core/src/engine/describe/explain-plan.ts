import { type CheckedExpression, printSource, tableNamesOf } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { SortKey } from "../../storage/index.ts";
import type { ExplainedCondition, ExplainedOrder } from "./find-explanation.ts";

/** A condition in words; `reason` says why the engine applies it, and is missing when the store does. */
export function explainCondition(
  app: AppDefinition,
  { source }: CheckedExpression,
  reason: string | undefined,
): ExplainedCondition {
  const text = printSource(source, tableNamesOf(app));
  return reason === undefined ? { text, pushed: true } : { text, pushed: false, reason };
}

export function explainOrder(app: AppDefinition, { expression, descending }: SortKey): ExplainedOrder {
  return { text: printSource(expression.source, tableNamesOf(app)), descending };
}
