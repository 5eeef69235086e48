import { type Diagnostic, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { Limits } from "../runtime/meter.ts";
import { runToEnd, type Task } from "../runtime/time-slice.ts";
import { parseAsTask } from "../syntax/parse.ts";
import { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";
import { formulasIn } from "../tree/reads.ts";
import type { Type } from "../tree/type.ts";
import { beginCheck } from "./check-expression.ts";
import { type CheckState, type ExpressionScope, tableNamesOf } from "./check-state.ts";
import { coerceToResult } from "./conversions.ts";
import { asKey, readLiteralByLook } from "./literals.ts";

/**
 * Reads and checks a source against what is in scope. The output is there only when there is no error; all errors
 * are reported, not the first. `expected` is the type of the place the result goes to; without one, the same source
 * against the same scope is checked only once.
 */
export function check(
  source: string,
  scope: ExpressionScope,
  expected?: Type,
  limits?: Limits,
): Outcome<CheckedExpression> {
  if (expected !== undefined || limits !== undefined)
    return runToEnd(checkAnew(source, scope, expected, limits));
  return recallCheck(source, scope) ?? runToEnd(checkAsTask(source, scope));
}

/** As `check`, with a place to pause between its phases: each takes tens of milliseconds for the longest sources. */
export function* checkAsTask(
  source: string,
  scope: ExpressionScope,
  expected?: Type,
): Task<Outcome<CheckedExpression>> {
  if (expected !== undefined) return yield* checkAnew(source, scope, expected);
  const recalled = recallCheck(source, scope);
  if (recalled !== undefined) return recalled;
  const outcome = yield* checkAnew(source, scope);
  rememberCheck(source, scope, outcome);
  return outcome;
}

function* checkAnew(
  source: string,
  scope: ExpressionScope,
  expected?: Type,
  limits?: Limits,
): Task<Outcome<CheckedExpression>> {
  const parsed = yield* parseAsTask(source, tableNamesOf(scope), limits);
  if (parsed.output === undefined) return { output: undefined, diagnostics: parsed.diagnostics };
  yield;
  const state = beginCheck(scope);
  const checked = state.check(parsed.output);
  const root =
    checked && (expected === undefined ? asWritten(state, checked) : fit(state, checked, expected));
  const diagnostics: readonly Diagnostic[] = state.diagnostics;
  if (root === undefined || hasErrors(diagnostics))
    return { output: undefined, diagnostics: diagnostics.filter(({ severity }) => severity === "error") };
  const formulas = formulasIn(root);
  const tables = withTablesOf(formulas, state.tables);
  const { columns, functions, parameters } = state;
  const references = { columns, tables, functions, parameters, formulas };
  return {
    output: new CheckedExpression(source, root, references, scope.row, scope.around?.length),
    diagnostics,
  };
}

/** What computed columns and the filters of slices read is read by the expression, too. */
function withTablesOf(
  formulas: readonly CheckedExpression[],
  tables: ReadonlySet<string>,
): ReadonlySet<string> {
  if (formulas.length === 0) return tables;
  return new Set([...tables, ...formulas.flatMap(({ references }) => [...references.tables])]);
}

/** A quoted literal that is a whole expression has only its look to determine its type. */
function asWritten(state: CheckState, root: Node): Node {
  return readLiteralByLook(root, state.scope.locale) ?? root;
}

function fit(state: CheckState, root: Node, expected: Type): Node | undefined {
  const coerced = coerceToResult(asKey(state, root, expected), expected, state.scope.locale);
  if (coerced !== undefined) return coerced;
  return state.report(
    "type/result",
    { expected: state.typeName(expected), actual: state.typeName(root.type), hint: hintFor(root, expected) },
    root,
  );
}

function hintFor(root: Node, expected: Type): string | undefined {
  if (expected.kind === "Number" && root.type.kind === "Decimal")
    return "Wrap it in ROUND(), FLOOR() or CEILING().";
  if (root.op === "constant" && /^\[[^\]]+\]$/.test(root.literal ?? "")) return "Write it without quotes.";
  if (expected.kind === "Text") return "Wrap it in TEXT().";
  if (expected.kind === "Date" && root.type.kind === "DateTime") return "Wrap it in DATE().";
  return undefined;
}

type Checked = Outcome<CheckedExpression>;

/** The outcomes that a scope keeps by source; `SEEN` for a source that has come only once. */
type Remembered = BoundedCache<string, Checked | typeof SEEN>;

const SEEN = Symbol("come once");

const remembered = new WeakMap<ExpressionScope, Remembered>();

/** The outcome of an earlier check of the same source against the same scope, if it is still remembered. */
function recallCheck(source: string, scope: ExpressionScope): Checked | undefined {
  const existing = remembered.get(scope)?.get(source);
  return existing === SEEN ? undefined : existing;
}

/**
 * Keeps an outcome without errors for the next check of the same source: from its second time on, so that sources
 * that come only once cost no memory but their text. Those longest out of use make room.
 */
function rememberCheck(source: string, scope: ExpressionScope, outcome: Checked): void {
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
