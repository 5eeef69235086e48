import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { RowChange } from "../change-log.ts";

/** The mistakes of a rule, told at the row of the request that set it off. What names the rule, or the call as a whole, is told as it is. */
export function refuseRule(
  { name, table }: RuleDefinition,
  [first]: readonly RowChange[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const place = first === undefined ? {} : { row: first.position };
  return diagnostics.map((mistake) => {
    const { code, message, hint, row } = mistake;
    if (code === "limit/events" || code === "workflow/dot-segment") return mistake;
    const details = { rule: name, table: table.name, message, hint };
    return diagnose("workflow/refused", details, row === undefined ? place : { row });
  });
}
