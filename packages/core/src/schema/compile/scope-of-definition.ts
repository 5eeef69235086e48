import {
  type CompiledFunctions,
  compileFunctions,
  nestedFormulasOf,
} from "../../decisions/compile-functions.ts";
import type { TypeReader } from "../../expression/context/declared-types.ts";
import {
  type CheckedExpression,
  type ExpressionScope,
  type FunctionDeclaration,
  familyOf,
  functionsByName,
  type ScopeColumn,
  type SliceScope,
  type TableScope,
  type Type,
  type VirtualScopeColumn,
} from "../../expression/parts.ts";
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { AppDefinition } from "../app/app-definition.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { TypedColumn, TypedTable } from "../typing/type-columns.ts";
import { compileDecisions, type DecisionSetting, typeAt } from "./compile-decisions.ts";

/** What every expression of a definition can name, without a current row: its tables, slices and functions; and those of a program. */
export function scopeOfDefinition(
  report: DefinitionReport,
  shape: DefinitionShape,
  tables: ReadonlyMap<string, TypedTable>,
  locale: string,
  objectTypes: TypeReader,
  declarations: readonly FunctionDeclaration[],
  deciding: DecisionSetting,
): { readonly scope: ExpressionScope; readonly functions: CompiledFunctions } & Pick<
  AppDefinition,
  "decisions"
> {
  const { app, slices = {}, functions: shapes = {} } = shape;
  const nested = nestedFormulasOf(report);
  const tableScopes = new Map<string, TableScope>();
  const sliceScopes = new Map<string, SliceScope>();
  const functions = new Map(functionsByName);
  const scope: ExpressionScope = {
    tables: tableScopes,
    slices: sliceScopes,
    row: undefined,
    this: undefined,
    change: false,
    functions,
    blanks: app.blanks ?? "consistent",
    locale,
  };
  const compiling = { report, scope };
  for (const table of tables.values()) {
    const result: TableScope = scopeOfTable(table, (column) =>
      nested.get(`${table.name}[${column.name}]`, [...column.path, "formula"], () =>
        compileVirtual(compiling, result, column),
      ),
    );
    tableScopes.set(table.name, result);
  }
  for (const name of report.source.names(["slices"], slices)) {
    const path = ["slices", name, "filter"];
    const at = ["slices", name, "table"];
    const table = findTable(report, at, tableScopes.values(), slices[name]?.table ?? "");
    if (table === undefined) continue;
    const compile = () =>
      compileExpression(inRowOf(compiling, table), path, slices[name]?.filter, { kind: "Yes/No" });
    sliceScopes.set(name, new FilteredSlice(name, table, () => nested.get(name, path, compile)));
  }
  const decisions = compileDecisions(compiling, shape, functions, nested, objectTypes, deciding);
  const typed = (path: Path, declared: string) => typeAt(compiling, objectTypes, path, declared);
  const own = compileFunctions({ ...compiling, functions, nested, typeAt: typed, declarations }, shapes);
  return { scope, functions: own, decisions: decisions() };
}

function compileVirtual(
  compiling: Compiling,
  table: TableScope,
  { path, shape, type, declared }: TypedColumn,
): CheckedExpression | undefined {
  const wholeKey = table.key.length > 1 ? "[_ComputedKey]" : "[_THISROW]";
  const formula = shape.formula ?? (declared?.name === "MultiColumnKey" ? wholeKey : undefined);
  return compileExpression(inRowOf(compiling, table), [...path, "formula"], formula, type);
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

/**
 * How expressions see a table: stored columns at 0…n-1 of a row in the definition's order, the row number at n, and virtual
 * columns with their formula, which `formulaOf` compiles when an expression reads it.
 */
function scopeOfTable(
  table: TypedTable,
  formulaOf: (column: TypedColumn) => CheckedExpression | undefined,
): TableScope {
  const columns = table.columns.map(
    (column): ScopeColumn =>
      column.isVirtual
        ? new ComputedColumn(column.name, column.type, () => formulaOf(column))
        : {
            isVirtual: false,
            name: column.name,
            type: column.type,
            index: column.index,
            values: isOpen(column) ? undefined : textsOf(column),
            offered: textsOf(column),
          },
  );
  const stored = columns.filter((column) => !column.isVirtual);
  const key = table.key.flatMap(({ name }) => stored.find((column) => column.name === name) ?? []);
  const hasRowNumbers = table.source === undefined;
  return { name: table.name, columns, key, rowNumberIndex: stored.length, hasRowNumbers };
}

/** Texts that a caller sends are among those of its column; what a formula gives need not be. */
function isOpen({ shape, options }: TypedColumn): boolean {
  return options.allowOtherValues === true || shape.formula !== undefined;
}

function textsOf({ type, options: { values } }: TypedColumn): readonly string[] | undefined {
  const isText = familyOf(type.kind === "List" ? type.item : type) === "text";
  return isText ? values?.map(String) : undefined;
}

interface RowScopeOptions {
  readonly column?: ScopeColumn | undefined;
  readonly change?: boolean;
  readonly givesThis?: boolean;
}

class ComputedColumn implements VirtualScopeColumn {
  readonly isVirtual = true;
  readonly name: string;
  readonly type: Type;
  readonly #formulaOf: () => CheckedExpression | undefined;

  constructor(name: string, type: Type, formulaOf: () => CheckedExpression | undefined) {
    this.name = name;
    this.type = type;
    this.#formulaOf = formulaOf;
  }

  get formula(): CheckedExpression | undefined {
    return this.#formulaOf();
  }
}

/** What expressions about a row of `table` are compiled with; `column` is what `[_THIS]` means, `givesThis` whether they give it its value. */
export function inRowOf<C extends Compiling>(
  compiling: C,
  table: TableScope,
  { column, change = false, givesThis = false }: RowScopeOptions = {},
): C {
  return { ...compiling, scope: { ...compiling.scope, row: table, this: column, change, givesThis } };
}
