import type { Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../checked-expression.ts";
import type { ExpressionScope } from "../scope.ts";

type Checked = Outcome<CheckedExpression>;

const remembered = new WeakMap<ExpressionScope, Map<string, Checked>>();

/** The outcome of an earlier check of the same source against the same scope, if it is still remembered. */
export function recallCheck(source: string, scope: ExpressionScope): Checked | undefined {
  return remembered.get(scope)?.get(source);
}

/** Keeps an outcome without mistakes for the next check of the same source; the oldest of a scope go first. */
export function rememberCheck(source: string, scope: ExpressionScope, outcome: Checked): void {
  if (outcome.output === undefined || source.length > LONGEST_REMEMBERED) return;
  let known = remembered.get(scope);
  if (known === undefined) {
    known = new Map();
    remembered.set(scope, known);
  }
  if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as string);
  known.set(source, outcome);
}

/** Together they bound what hostile sources can make a scope keep. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 4_096;
