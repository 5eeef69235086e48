import { type Diagnostic, DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import {
  type CheckedExpression,
  checkAsTask,
  children,
  type ExpressionScope,
  findName,
  pausedWhenOver,
  type Task,
} from "../../../expression/parts.ts";
import { callersScope } from "../../access/callers-scope.ts";
import type { Call } from "../../calls/call.ts";
import { namesRows } from "./names-rows.ts";
import { type Instead, notRows, otherThanRows } from "./not-rows.ts";

/** Reads a Selector: an expression without a current row that gives rows of the call's table. */
export function* checkSelector(call: Call, selector: string): Task<Outcome<CheckedExpression>> {
  const scope = callersScope(call);
  const bare = bareName(call, selector, scope);
  if (bare !== undefined) return notRows(call, selector, "the name of a table", bare);
  const { timeSlice } = call.request.meter;
  const checked = yield* pausedWhenOver(checkAsTask(selector, scope), timeSlice);
  if (timeSlice.isOver) yield;
  if (checked.output === undefined)
    return (yield* isCondition(call, selector, scope))
      ? notRows(call, selector, "Yes/No", { filter: selector.trim() })
      : checked;
  const missing = missingParameters(call, checked.output);
  if (missing.length > 0) return { output: undefined, diagnostics: missing };
  if (namesRows(call, checked.output)) return checked;
  return otherThanRows(call, selector, checked.output);
}

/** A bare name of a table would be taken as the text of a key: what was meant instead, undefined for anything else. */
function bareName(
  { slice, table }: Call,
  selector: string,
  { tables, slices }: ExpressionScope,
): Instead | undefined {
  const name = selector.trim().replace(/^=\s*/, "");
  if (findName([slice ?? table], name).match !== undefined) return { filter: "TRUE" };
  const isOther = findName([...tables.values(), ...slices.values()], name).match !== undefined;
  return isOther ? {} : undefined;
}

/** Whether the source is a condition on a row of the call's table: all of it is in scope there. */
function* isCondition(call: Call, selector: string, scope: ExpressionScope): Task<boolean> {
  const row = scope.tables.get(call.table.name) ?? scope.slices.get(call.slice?.name ?? "")?.table;
  if (row === undefined) return false;
  const checked = checkAsTask(selector, { ...scope, row }, { kind: "Yes/No" });
  return (yield* pausedWhenOver(checked, call.request.meter.timeSlice)).output !== undefined;
}

/** An error for each `[_PARAM].[name]` of a Selector that the call gives no value: blank would find something else. */
function missingParameters({ request }: Call, { root }: CheckedExpression): readonly Diagnostic[] {
  const missing: Diagnostic[] = [];
  const waiting = [root]; // not recursive: chains of operators are thousands of nodes deep
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "parameter" && node.from === "parameters" && !request.parameters.has(node.name)) {
      const { name, start, end } = node;
      missing.push(diagnose("run/missing-value", { name }, { start, end }));
    }
    for (const child of children(node)) waiting.push(child);
  }
  return new DiagnosticList(missing.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))).all;
}
