import { diagnose } from "../../diagnostics/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import { shownColumns } from "../find/page/shown-columns.ts";
import { concealedColumns } from "../journal/row-image.ts";
import type { Past } from "./read-past.ts";

/** Warns of columns that the rows of a Find have, and whose values may be another than those of then. */
export function tellOfPresent(call: Call, past: Past): void {
  const { columns } = shownColumns(call);
  const concealed = new Set<ColumnDefinition>(concealedColumns(call.table));
  for (const column of columns) {
    if (concealed.has(column))
      call.warnings.add(diagnose("history/unrecorded", { column: column.name }, { column: column.name }));
    const tables = column.isVirtual ? (column.formula?.references.tables ?? []) : [];
    for (const table of tables) {
      if (past.has(table)) continue;
      const isNameable = call.nameable?.table(table) ?? true;
      call.warnings.add(
        diagnose(
          "history/as-now",
          { column: column.name, table: isNameable ? table : undefined },
          { column: column.name },
        ),
      );
    }
  }
}
