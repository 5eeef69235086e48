import type { AppDefinition, TableDefinition } from "../app-definition.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import { columnsRead } from "./columns-read.ts";

/** Warns of initial values that read a column of their row that is blank whenever they are computed. */
export function checkInitialReads(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
  order: AppDefinition["initialValues"],
): void {
  for (const { name: table, columns } of tables.values())
    for (const { name, initialValue } of columns) {
      if (initialValue === undefined) continue;
      const read = columnsRead(initialValue);
      for (const other of columns)
        if (read.has(other.name) && isBlankThen(other, order)) {
          const path = ["tables", table, "columns", name, "initialValue"];
          report.report(path, "definition/initial-value-reads-blank", { column: other.name, order });
        }
    }
}

function isBlankThen(
  { isVirtual, initialValue, formula, columnType }: ColumnDefinition,
  order: AppDefinition["initialValues"],
): boolean {
  if (isVirtual || initialValue !== undefined) return false;
  return order === "beforeRequest" || formula !== undefined || !columnType.isWritable;
}
