import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import { isNameableRule } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/row-change.ts";

/**
 * The errors of a rule, reported at the row of the request that set it off. What names the rule, or is about the call as a
 * whole, is reported as it is; of a table that the caller may not know of nothing but that.
 */
export function refuseRule(
  call: Call,
  rule: RuleDefinition,
  [first]: readonly RowChange[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { name, table } = rule;
  const place = first === undefined ? {} : { row: first.position };
  return diagnostics.map((error) => {
    const { code, message, hint, row } = error;
    if (AS_THEY_ARE.has(code)) return error;
    const at = row === undefined ? place : { row };
    const shown = table === call.table ? (call.slice ?? table) : table;
    if (code === "action/failed" || !isNameableRule(call, rule)) return diagnose("action/failed", {}, at);
    return diagnose("workflow/refused", { rule: name, table: shown.name, message, hint }, at);
  });
}

const AS_THEY_ARE: ReadonlySet<string> = new Set([
  "limit/errors",
  "limit/events",
  "limit/attachment",
  "limit/template",
  "workflow/dot-segment",
]);
