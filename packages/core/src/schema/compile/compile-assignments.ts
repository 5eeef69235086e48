import { foldName } from "../../values/index.ts";
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { Assignment, TableDefinition } from "../app/app-definition.ts";
import { type ColumnDefinition, fillsItself } from "../app/column-definition.ts";
import { refusalsOfConstant } from "../check/check-tables.ts";
import { findColumn } from "../draft/find-names.ts";
import type { ExpressionShape } from "../text/definition-shape.ts";

type SetShape = Readonly<Record<string, ExpressionShape>>;

/** What an action sets on its own row, in which `[_THIS]` is the column that is set: one column at least, and none of the key. */
export function compileSet(
  compiling: Compiling,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
): readonly Assignment[] {
  const { report, scope } = compiling;
  if (report.source.names(path).length === 0)
    report.report(path, "definition/wrong-value", { actual: "nothing", expected: "at least one column" });
  const isKey = (column: ColumnDefinition) => table.key.some((part) => part === column);
  const compilingOf = ({ name }: ColumnDefinition) => ({
    report,
    scope: { ...scope, this: scope.row?.columns.find((one) => one.name === name) },
  });
  return compileAssignments(compilingOf, report, path, shape, table, (column) =>
    isKey(column) ? "it is a part of the key, which never changes" : undefined,
  );
}

/**
 * What an action sets on a row that it adds to `table`: every column of the key that nothing else fills. Whether the
 * database fills one of its own tables is not known here.
 */
export function compileAddedRow(
  compiling: Compiling,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
): readonly Assignment[] {
  const { report } = compiling;
  const at = [...path, "set"];
  const folded = new Set(Object.keys(shape).map((name) => foldName(name)));
  for (const column of table.source === undefined ? table.key : []) {
    if (!fillsItself(column) && !folded.has(foldName(column.name)))
      report.report(at, "definition/unset-key", { column: column.name, table: table.name }, "name");
  }
  return compileAssignments(
    () => compiling,
    report,
    at,
    shape,
    table,
    () => undefined,
  );
}

function compileAssignments(
  compilingOf: (column: ColumnDefinition) => Compiling,
  report: DefinitionReport,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
  reasonAgainst: (column: ColumnDefinition) => string | undefined,
): readonly Assignment[] {
  const names = report.source.names(path, shape);
  const set = new Map<ColumnDefinition, string>();
  return names.flatMap((name) => {
    const at = [...path, name];
    const column = findColumn(report, at, table, name, "name");
    if (column === undefined) return [];
    const other = set.get(column);
    if (other !== undefined) report.report(at, "definition/similar-names", { name, other }, "name");
    set.set(column, name);
    const reason = reasonOf(column) ?? reasonAgainst(column);
    if (reason !== undefined)
      report.report(at, "definition/not-settable", { column: column.name, reason }, "name");
    const compiling = compilingOf(column);
    const value = compileExpression(compiling, at, shape[name], column.type);
    for (const why of refusalsOfConstant(column, value, compiling.scope.locale))
      report.report(at, "definition/refused-value", { column: column.name, reason: why });
    return value === undefined || column.isVirtual ? [] : [{ column, value }];
  });
}

/** Why nothing but the application gives the column its values; undefined where a caller may. */
function reasonOf({ isVirtual, formula, columnType, options }: ColumnDefinition): string | undefined {
  if (isVirtual) return "it is virtual";
  if (options.readOnly) return "only the database gives it its values";
  if (columnType.filledBy === "application") return "the application keeps it itself";
  return formula === undefined ? undefined : "its formula computes it";
}
