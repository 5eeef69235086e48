import { columnsRead } from "../check/columns-read.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/**
 * The columns that the application computes: those with a formula, each after the stored ones it reads, and the change
 * columns, each after those it watches. Columns that need one another are reported.
 */
export function orderFormulas(
  report: DefinitionReport,
  columns: readonly ColumnDefinition[],
  pathOf: (column: ColumnDefinition) => Path,
): readonly ColumnDefinition[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const stored = new Map(
    columns.filter(({ isVirtual }) => !isVirtual).map((column) => [column.name, column]),
  );
  const ordered = new Set<ColumnDefinition>();
  const open: ColumnDefinition[] = [];

  const visit = (column: ColumnDefinition): void => {
    if (!isComputed(column) || ordered.has(column)) return;
    const from = open.indexOf(column);
    if (from >= 0) {
      const names = [...open.slice(from), column].map(({ name }) => name);
      report.report(pathOf(column), "definition/formula-cycle", { columns: names });
      return;
    }
    open.push(column);
    for (const name of namesRead(column)) {
      const read = (column.formula === undefined ? byName : stored).get(name);
      if (read !== undefined) visit(read);
    }
    open.pop();
    ordered.add(column);
  };

  for (const column of columns) visit(column);
  return [...ordered];
}

function isComputed({ formula, columnType }: ColumnDefinition): boolean {
  return formula !== undefined || columnType.filledBy === "application";
}

/** A change column that names no column watches what callers write, which nothing has to compute. */
function namesRead({ formula, options }: ColumnDefinition): Iterable<string> {
  return formula === undefined ? (options.watch?.columns ?? []) : columnsRead(formula);
}
