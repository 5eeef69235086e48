import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  check,
  type ExpressionScope,
  evaluateInSteps,
  explainFault,
  isPauseDueAt,
  RunFault,
  type Steps,
  type Type,
  typeName,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { BoundedCache, type Value } from "../../values/index.ts";
import { isTold } from "../access/is-told.ts";
import type { Call } from "../calls/call.ts";
import { missingParameters } from "./missing-parameters.ts";

/** Reads a Selector: an expression without a current row that gives rows of the call's table. */
export function checkSelector(call: Call, selector: unknown): Outcome<CheckedExpression> {
  if (typeof selector !== "string") {
    const details = { name: "Selector", value: JSON.stringify(selector), wanted: "an expression" };
    return { output: undefined, diagnostics: [diagnose("request/property", details)] };
  }
  const scope = scopeIn(call.app, call.request.locale);
  const checked = check(selector, scope);
  if (checked.output === undefined) return withoutUntold(call, selector, scope, checked);
  const missing = missingParameters(call, checked.output);
  if (missing.length > 0) return { output: undefined, diagnostics: missing };
  if (namesRows(call, checked.output)) return checked;
  const details = { type: toldType(call, checked.output.type), table: (call.slice ?? call.table).name };
  return {
    output: undefined,
    diagnostics: [diagnose("selector/not-rows", details, { start: 0, end: selector.length })],
  };
}

/** The mistakes of a Selector, worded anew where the caller may not know of all tables. */
function withoutUntold(
  { nameable }: Call,
  selector: string,
  scope: ExpressionScope,
  checked: Outcome<CheckedExpression>,
): Outcome<CheckedExpression> {
  if (nameable === undefined) return checked;
  return check(selector, { ...scope, tells: (table) => nameable.table(table) });
}

/** A type, without the table of a Ref that the caller may not know of. */
function toldType(call: Call, type: Type): string {
  const item = type.kind === "List" ? type.item : type;
  if (item.kind !== "Ref" || isTold(call, item.table)) return typeName(type);
  return type.kind === "List" ? "List of Ref" : "Ref";
}

/** One scope a Locale, because what was checked against a scope is remembered with it. */
function scopeIn(app: AppDefinition, locale: string): ExpressionScope {
  if (locale === app.locale) return app.scope;
  const known = scopes.get(app) ?? new BoundedCache<string, ExpressionScope>(MOST_LOCALES);
  scopes.set(app, known);
  return known.getOrMake(locale, () => ({ ...app.scope, locale }));
}

const scopes = new WeakMap<AppDefinition, BoundedCache<string, ExpressionScope>>();

/** Callers name Locales, and with each scope come the expressions that were checked against it. */
const MOST_LOCALES = 8;

/** Whether the values can be keys of the call's table: Refs to it, or plain values of its key's family. */
function namesRows({ table }: Call, { type }: CheckedExpression): boolean {
  const item = type.kind === "List" ? type.item : type;
  if (item.kind === "Ref" && item.table === table.name) return true;
  const [key, second] = table.key;
  const family = second === undefined && key !== undefined ? valueFamilyOf(key.type) : "text";
  return item.kind !== "List" && valueFamilyOf(item) === family;
}

/** The rows a Selector names, in the order of its list, each once; values that name no row are left out. */
export function* selectRows(call: Call, selector: CheckedExpression): Steps<Outcome<readonly Row[]>> {
  const named = yield* evaluate(call, selector);
  if (named.output === undefined) return { output: undefined, diagnostics: named.diagnostics };
  const keys = Array.isArray(named.output) ? named.output : [named.output];
  const stored = call.request.rowsOf(call.table.name);
  const rows = new Set<Row>();
  for (const [at, key] of keys.entries()) {
    if (isPauseDueAt(at, call.request.meter)) yield;
    const row = key === null ? undefined : stored.find(key);
    if (row !== undefined) rows.add(row);
  }
  return { output: [...rows], diagnostics: [] };
}

function* evaluate(
  { request }: Call,
  selector: CheckedExpression,
): Steps<Outcome<Value> & { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { output: yield* evaluateInSteps(selector, [], request), diagnostics: [] };
  } catch (thrown) {
    if (thrown instanceof RunFault) return { output: undefined, diagnostics: [explainFault(thrown)] };
    throw thrown;
  }
}
