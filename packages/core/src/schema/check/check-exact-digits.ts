import { valueFamilyOf } from "../../expression/parts.ts";
import type { TableDefinition } from "../app/app-definition.ts";
import { columnsRead } from "../app/column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";

/** Warns of numbers that are computed of columns whose digits are exact: expressions know numbers of 15 digits only. */
export function checkExactDigits(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
): void {
  for (const { name: table, columns } of tables.values()) {
    const exact = columns.filter(({ options }) => options.digits === "exact");
    for (const { name, formula, type } of columns) {
      if (exact.length === 0 || formula === undefined || valueFamilyOf(type) !== "number") continue;
      const read = columnsRead(formula);
      for (const column of exact)
        if (read.has(column.name)) {
          const path = ["tables", table, "columns", name, "formula"];
          report.report(path, "definition/rounded-digits", { column: column.name });
        }
    }
  }
}
