import type { Outcome } from "../../diagnostics/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { ExpressionScope } from "./expression-scope.ts";

type Checked = Outcome<CheckedExpression>;

/** The outcomes that a scope keeps by source; `SEEN` for a source that has come only once. */
type Remembered = BoundedCache<string, Checked | typeof SEEN>;

const SEEN = Symbol("come once");

const remembered = new WeakMap<ExpressionScope, Remembered>();

/** The outcome of an earlier check of the same source against the same scope, if it is still remembered. */
export function recallCheck(source: string, scope: ExpressionScope): Checked | undefined {
  const existing = remembered.get(scope)?.get(source);
  return existing === SEEN ? undefined : existing;
}

/**
 * Keeps an outcome without errors for the next check of the same source: from its second time on, so that sources
 * that come only once cost no memory but their text. Those longest out of use make room.
 */
export function rememberCheck(source: string, scope: ExpressionScope, outcome: Checked): void {
  if (outcome.output === undefined || source.length > LONGEST_REMEMBERED) return;
  const cache = rememberedIn(scope);
  cache.set(source, cache.has(source) ? outcome : SEEN);
}

function rememberedIn(scope: ExpressionScope): Remembered {
  let existing = remembered.get(scope);
  if (existing === undefined) {
    existing = new BoundedCache(MOST_CHARACTERS, (text) => Math.max(text.length, LEAST));
    remembered.set(scope, existing);
    if (caches.length >= mostCaches) {
      caches = caches.filter((one) => one.deref() !== undefined);
      mostCaches = 2 * caches.length + FEW;
    }
    caches.push(new WeakRef(existing));
  }
  return existing;
}

/** How many sources are remembered in all scopes that are in use. */
export function countRemembered(): number {
  return caches.reduce((count, one) => count + (one.deref()?.size ?? 0), 0);
}

let caches: WeakRef<Remembered>[] = [];

/** Those of scopes that are gone are left out when there are so many: a program may make any number of scopes. */
let mostCaches = 0;
const FEW = 100;

/** Together they bound what hostile sources can make a scope keep: a checked tree is some 100 bytes for each character. */
const MOST_CHARACTERS = 100_000;
const LONGEST_REMEMBERED = 4_096;

/** Short sources count as much as these characters. */
const LEAST = 100;
