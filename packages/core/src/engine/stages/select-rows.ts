import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  checkInSteps,
  EvaluationError,
  type ExpressionScope,
  evaluateInSteps,
  explainEvaluationError,
  findName,
  isPauseDueAt,
  type Steps,
  type Type,
  typeName,
  valueFamilyOf,
  whenOver,
} from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { BoundedCache, type Value } from "../../values/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import { missingParameters } from "./missing-parameters.ts";

/** Reads a Selector: an expression without a current row that gives rows of the call's table. */
export function* checkSelector(call: Call, selector: string): Steps<Outcome<CheckedExpression>> {
  const scope = scopeIn(call.app, call.request.locale);
  if (isOwnName(call, selector)) return notRows(call, selector, "the name of a table", "TRUE");
  const { turn } = call.request.meter;
  const checked = yield* whenOver(checkInSteps(selector, scope), turn);
  if (turn.isOver) yield;
  if (checked.output === undefined) {
    if (yield* isCondition(call, selector, scope)) return notRows(call, selector, "Yes/No", selector.trim());
    return yield* withoutUntold(call, selector, scope, checked);
  }
  const missing = missingParameters(call, checked.output);
  if (missing.length > 0) return { output: undefined, diagnostics: missing };
  if (namesRows(call, checked.output)) return checked;
  const { type } = checked.output;
  return notRows(call, selector, toldType(call, type), type.kind === "Yes/No" ? selector.trim() : undefined);
}

/** A Selector that is no list of rows, and the condition that it gives the rows of, where it is one itself. */
function notRows(
  { slice, table }: Call,
  selector: string,
  type: string,
  filter: string | undefined,
): Outcome<CheckedExpression> {
  const condition = filter !== undefined && filter.length <= LONGEST_CONDITION ? filter : undefined;
  const details = { type, table: (slice ?? table).name, filter: condition };
  return {
    output: undefined,
    diagnostics: [diagnose("selector/not-rows", details, { start: 0, end: selector.length })],
  };
}

/** Characters of a condition that is repeated in a hint. */
const LONGEST_CONDITION = 500;

/** A bare name would be taken as the text of a key. */
function isOwnName({ slice, table }: Call, selector: string): boolean {
  return findName([slice ?? table], selector.trim().replace(/^=\s*/, "")).found !== undefined;
}

/** Whether the source is a condition on a row of the call's table: all of it is in scope there. */
function* isCondition(call: Call, selector: string, scope: ExpressionScope): Steps<boolean> {
  const tells = call.nameable && ((table: string) => call.nameable?.table(table) ?? true);
  const row = scope.tables.get(call.table.name);
  if (row === undefined || (tells !== undefined && !tells(row.name))) return false;
  const about = { ...scope, row, ...(tells === undefined ? {} : { tells }) };
  const checked = checkInSteps(selector, about, { kind: "Yes/No" });
  return (yield* whenOver(checked, call.request.meter.turn)).output !== undefined;
}

/** The errors of a Selector, worded again where the caller may not know of all tables. */
function* withoutUntold(
  { nameable, request }: Call,
  selector: string,
  scope: ExpressionScope,
  checked: Outcome<CheckedExpression>,
): Steps<Outcome<CheckedExpression>> {
  if (nameable === undefined) return checked;
  const told = { ...scope, tells: (table: string) => nameable.table(table) };
  return yield* whenOver(checkInSteps(selector, told), request.meter.turn);
}

/** A type, without the table of a Ref that the caller may not know of. */
function toldType(call: Call, type: Type): string {
  const item = type.kind === "List" ? type.item : type;
  if (item.kind !== "Ref" || isNameable(call, item.table)) return typeName(type);
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
    if (thrown instanceof EvaluationError)
      return { output: undefined, diagnostics: [explainEvaluationError(thrown)] };
    throw thrown;
  }
}
