import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";

/**
 * The mistakes that an action made in rows the request does not name, told at the row of the request that led there.
 * What has been told so already stays as it is.
 */
export function refuseAction(
  action: string,
  { name: table }: TableDefinition,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((mistake) => {
    const { code, message, hint, row, column } = mistake;
    if (code === "action/refused") return mistake;
    return diagnose(
      "action/refused",
      { action, table, column, message, hint },
      row === undefined ? {} : { row },
    );
  });
}
