import {
  type CheckedExpression,
  type ExpressionScope,
  functionsByName,
  type SliceScope,
  type TableScope,
} from "../../expression/parts.ts";
import { compileExpression } from "../compile/compile-expression.ts";
import { findTable } from "../draft/find-table.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import { NestedFormulas } from "./nested-formulas.ts";
import { scopeOfRow, scopeOfTable } from "./scope-of-table.ts";
import type { TypedColumn, TypedTable } from "./type-columns.ts";

/** What every expression of a definition can name: its tables and slices, without a current row. */
export function scopeOfDefinition(
  report: DefinitionReport,
  { app, slices = {} }: DefinitionShape,
  tables: ReadonlyMap<string, TypedTable>,
  locale: string,
): ExpressionScope {
  const nested = new NestedFormulas(report);
  const tableScopes = new Map<string, TableScope>();
  const sliceScopes = new Map<string, SliceScope>();
  const scope: ExpressionScope = {
    tables: tableScopes,
    slices: sliceScopes,
    row: undefined,
    this: undefined,
    change: false,
    functions: functionsByName,
    blanks: app.blanks ?? "consistent",
    locale,
  };
  for (const table of tables.values()) {
    const result: TableScope = scopeOfTable(table, (column) =>
      nested.get(`${table.name}[${column.name}]`, [...column.path, "formula"], () =>
        compileVirtual(report, scope, result, column),
      ),
    );
    tableScopes.set(table.name, result);
  }
  for (const name of report.source.names(["slices"]).filter((one) => Object.hasOwn(slices, one))) {
    const path = ["slices", name, "filter"];
    const at = ["slices", name, "table"];
    const table = findTable(report, at, tableScopes.values(), slices[name]?.table ?? "");
    if (table === undefined) continue;
    const compile = () =>
      compileExpression(report, path, slices[name]?.filter, scopeOfRow(scope, table), { kind: "Yes/No" });
    sliceScopes.set(name, new FilteredSlice(name, table, () => nested.get(name, path, compile)));
  }
  return scope;
}

function compileVirtual(
  report: DefinitionReport,
  scope: ExpressionScope,
  table: TableScope,
  { path, shape, type, declared }: TypedColumn,
): CheckedExpression | undefined {
  const wholeKey = table.key.length > 1 ? "[_ComputedKey]" : "[_THISROW]";
  const formula = shape.formula ?? (declared?.name === "MultiColumnKey" ? wholeKey : undefined);
  return compileExpression(report, [...path, "formula"], formula, scopeOfRow(scope, table), type);
}

/** A slice whose filter is compiled when an expression first reads the slice. */
class FilteredSlice implements SliceScope {
  readonly name: string;
  readonly table: TableScope;
  readonly #filter: () => CheckedExpression | undefined;

  constructor(name: string, table: TableScope, filter: () => CheckedExpression | undefined) {
    this.name = name;
    this.table = table;
    this.#filter = filter;
  }

  get filter(): CheckedExpression | undefined {
    return this.#filter();
  }
}
