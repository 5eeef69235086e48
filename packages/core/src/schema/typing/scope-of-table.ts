import {
  type CheckedExpression,
  type ExpressionScope,
  familyOf,
  type ScopeColumn,
  type TableScope,
  type Type,
  type VirtualScopeColumn,
} from "../../expression/parts.ts";
import type { TypedColumn, TypedTable } from "./type-columns.ts";

/**
 * How expressions see a table: stored columns at 0…n-1 of a row in the definition's order, the row number at n, and virtual
 * columns with their formula, which `formulaOf` compiles when an expression reads it.
 */
export function scopeOfTable(
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
            values: valuesOf(column),
          },
  );
  const stored = columns.filter((column) => !column.isVirtual);
  const key = table.key.flatMap(({ name }) => stored.find((column) => column.name === name) ?? []);
  const hasRowNumbers = table.source === undefined;
  return { name: table.name, columns, key, rowNumberIndex: stored.length, hasRowNumbers };
}

/** Texts that a caller sends are among these; what a formula gives need not be. */
function valuesOf({ shape, type, options }: TypedColumn): readonly string[] | undefined {
  const { values, allowOtherValues } = options;
  if (values === undefined || allowOtherValues || shape.formula !== undefined) return undefined;
  const isText = familyOf(type.kind === "List" ? type.item : type) === "text";
  return isText ? values.map(String) : undefined;
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

/** The scope of expressions about a row of `table`; `column` is what `[_THIS]` means, `givesThis` whether they give it its value. */
export function scopeOfRow(
  scope: ExpressionScope,
  table: TableScope,
  { column, change = false, givesThis = false }: RowScopeOptions = {},
): ExpressionScope {
  return { ...scope, row: table, this: column, change, givesThis };
}
