import type { TableDefinition } from "../app-definition.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import { findCycles } from "../draft/find-cycles.ts";
import type { DefinitionReport } from "../text/definition-report.ts";

/**
 * Reports tables whose rows would be parts of parts of themselves by way of other tables. A table whose rows are parts of
 * rows of its own is a tree, and is taken.
 */
export function checkPartCycles(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
): void {
  const wholesOf = (name: string) => (tables.get(name)?.columns ?? []).flatMap((part) => wholeOf(name, part));
  for (const way of findCycles(tables.keys(), wholesOf)) {
    const [first = "", whole] = way;
    const column = tables.get(first)?.columns.find((part) => wholeOf(first, part).includes(whole ?? ""));
    const path = ["tables", first, "columns", column?.name ?? "", "partOf"];
    report.report(path, "definition/part-cycle", { tables: way }, "name");
  }
}

/** The other table that the rows of `table` are parts of by a column. */
function wholeOf(table: string, { isVirtual, options }: ColumnDefinition): readonly string[] {
  const isPart = !isVirtual && options.partOf && options.table !== undefined && options.table !== table;
  return isPart ? [options.table] : [];
}
