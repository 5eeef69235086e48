import type { Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../checked-expression.ts";
import type { ExpressionScope } from "../scope.ts";

type Checked = Outcome<CheckedExpression>;

/** The outcomes that a scope keeps by source; undefined for a source that has come only once. */
type Remembered = Map<string, Checked | undefined>;

const remembered = new WeakMap<ExpressionScope, Remembered>();

/** The outcome of an earlier check of the same source against the same scope, if it is still remembered. */
export function recallCheck(source: string, scope: ExpressionScope): Checked | undefined {
  return remembered.get(scope)?.get(source);
}

/**
 * Keeps an outcome without mistakes for the next check of the same source: from its second time on, so that sources
 * that come only once cost no memory but their text. The oldest of a scope go first.
 */
export function rememberCheck(source: string, scope: ExpressionScope, outcome: Checked): void {
  if (outcome.output === undefined || source.length > LONGEST_REMEMBERED) return;
  const known = rememberedIn(scope);
  if (known.has(source)) {
    known.set(source, outcome);
    return;
  }
  if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as string);
  known.set(source, undefined);
}

function rememberedIn(scope: ExpressionScope): Remembered {
  let known = remembered.get(scope);
  if (known === undefined) {
    known = new Map();
    remembered.set(scope, known);
  }
  return known;
}

/** Together they bound what hostile sources can make a scope keep. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 4_096;
