import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { SliceDefinition, TableDefinition, Updates } from "../app/app-definition.ts";
import type { ColumnDefinition } from "../app/column-definition.ts";
import { findColumn } from "../draft/find-names.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { Compiling } from "./compile-expression.ts";
import { compileUpdates } from "./compile-updates.ts";

type SliceShape = NonNullable<DefinitionShape["slices"]>[string];

/** The slices in order; one whose table is not there is left out, which has been reported. */
export function compileSlices(
  compiling: Compiling,
  { slices = {} }: DefinitionShape,
  tables: ReadonlyMap<string, TableDefinition>,
): ReadonlyMap<string, SliceDefinition> {
  const { report, scope } = compiling;
  const compiled = [...scope.slices.values()].flatMap((slice) => {
    const shape = slices[slice.name];
    const table = tables.get(slice.table.name);
    const { filter } = slice;
    if (shape === undefined || table === undefined) return [];
    const path = ["slices", slice.name];
    const columns = columnsOf(report, [...path, "columns"], slice.name, shape, table);
    const updates = updatesOf(compiling, [...path, "updates"], shape, table);
    const storedColumns = columns.filter((column) => !column.isVirtual);
    return [{ name: slice.name, table, filter, columns, storedColumns, ...updates, scope: slice }];
  });
  return new Map(compiled.map((slice) => [slice.name, slice]));
}

/** The columns in the slice's order; those of the key must be among them. */
function columnsOf(
  report: DefinitionReport,
  path: Path,
  slice: string,
  { columns: names }: SliceShape,
  table: TableDefinition,
): readonly ColumnDefinition[] {
  if (names === undefined) return table.columns;
  const columns = names.flatMap(
    (name, position) => findColumn(report, [...path, position], table, name) ?? [],
  );
  for (const part of table.key) {
    if (columns.includes(part)) continue;
    report.report(path, "definition/slice-key", { slice, column: part.name }, "name");
  }
  return columns;
}

/** A slice that says nothing allows what its table allows. */
function updatesOf(compiling: Compiling, path: Path, shape: SliceShape, table: TableDefinition): Updates {
  const { updates, updatesExpression } = table;
  if (shape.updates === undefined) return { updates, updatesExpression };
  const own = compileUpdates(compiling, path, shape.updates);
  for (const update of updatesExpression === undefined ? own.updates : []) {
    if (!updates.has(update))
      compiling.report.report(path, "definition/looser-slice", { update, table: table.name });
  }
  return own;
}
