import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import { shownColumns } from "../answers/shown-columns.ts";
import type { Call } from "../calls/call.ts";
import { concealedColumns } from "../journal/row-image.ts";
import type { Past } from "./read-past.ts";

/** Warnings of columns that the rows of a Find have, and whose values may be another than those of then. */
export function warnOfPresent(call: Call, past: Past): readonly Diagnostic[] {
  const { columns } = shownColumns(call);
  const warnings: Diagnostic[] = [];
  const concealed = new Set<ColumnDefinition>(concealedColumns(call.table));
  for (const column of columns) {
    if (concealed.has(column))
      warnings.push(diagnose("history/unrecorded", { column: column.name }, { column: column.name }));
    const tables = column.isVirtual ? (column.formula?.references.tables ?? []) : [];
    for (const table of tables) {
      if (past.has(table)) continue;
      warnings.push(
        diagnose(
          "history/as-now",
          { column: column.name, table: isNameable(call, table) ? table : undefined },
          { column: column.name },
        ),
      );
    }
  }
  return warnings;
}
