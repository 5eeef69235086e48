import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";

/**
 * The errors that an action made in rows the request does not name, reported at the row of the request that led there.
 * What has been reported so already stays as it is, and of a table that the caller may not know of no more than that.
 */
export function refuseAction(
  call: Call,
  action: string,
  { name: table }: TableDefinition,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((error) => {
    const { code, message, hint, row, column } = error;
    if (code === "action/refused" || code === "action/failed" || code === "limit/errors") return error;
    if (!isNameable(call, table)) return diagnose("action/failed", {}, row === undefined ? {} : { row });
    return diagnose(
      "action/refused",
      { action, table, column, message, hint },
      row === undefined ? {} : { row },
    );
  });
}
