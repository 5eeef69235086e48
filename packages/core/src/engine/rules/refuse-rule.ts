import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { RowChange } from "../change-log.ts";

/** The mistakes of a rule, told at the row of the request that set it off. */
export function refuseRule(
  { name, table }: RuleDefinition,
  [first]: readonly RowChange[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const place = first === undefined ? {} : { row: first.position };
  return diagnostics.map(({ message, hint, row }) =>
    diagnose(
      "workflow/refused",
      { rule: name, table: table.name, message, hint },
      row === undefined ? place : { row },
    ),
  );
}
