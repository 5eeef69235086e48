import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import type { RowChange } from "../change-log.ts";

/**
 * The mistakes of a rule, told at the row of the request that set it off. Where a row that the caller cannot see is
 * among those it worked on, nothing is told but that it failed; the operator's log has which mistakes they were.
 */
export function refuseRule(
  call: Call,
  rule: RuleDefinition,
  changes: readonly RowChange[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { name, table } = rule;
  const [first] = changes;
  const place = first === undefined ? {} : { row: first.position };
  if (changes.some(({ isHidden }) => isHidden)) {
    for (const mistake of diagnostics) logMistake(call, rule, mistake);
    return [diagnose("workflow/failed", { rule: name }, place)];
  }
  return diagnostics.map(({ message, hint, row }) =>
    diagnose(
      "workflow/refused",
      { rule: name, table: table.name, message, hint },
      row === undefined ? place : { row },
    ),
  );
}

/** Its code and place; its sentence may quote values of rows. */
function logMistake({ log, app, action }: Call, { name, table }: RuleDefinition, mistake: Diagnostic): void {
  const { code, column } = mistake;
  log({
    level: "warning",
    message: "A workflow rule could not be carried out, and the change that set it off was refused.",
    details: {
      app: app.id,
      action,
      rule: name,
      table: table.name,
      code,
      ...(column === undefined ? {} : { column }),
    },
  });
}
