import type { CheckedExpression, ScopeColumn, TableScope, Type } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../app/column-definition.ts";
import type { TypedColumn, TypedTable } from "../typing/type-columns.ts";
import { type Compiling, compileExpression, compileValidIf } from "./compile-expression.ts";
import { inRowOf } from "./scope-of-definition.ts";

const YES_NO: Type = { kind: "Yes/No" };
const TEXT: Type = { kind: "Text" };

/** The columns of a table with their expressions compiled, each in the scope of the table's row. */
export function compileColumns(
  compiling: Compiling,
  table: TypedTable,
  row: TableScope,
): readonly ColumnDefinition[] {
  return table.columns.map((column, position) =>
    compileColumn(compiling, row, column, row.columns[position]),
  );
}

type Member = "initialValue" | "requiredIf" | "invalidMessage" | "editableIf" | "showIf" | "resetIf";

function compileColumn(
  compiling: Compiling,
  row: TableScope,
  column: TypedColumn,
  self: ScopeColumn | undefined,
): ColumnDefinition {
  const { name, path, shape, columnType, options, type } = column;
  const inRow = inRowOf(compiling, row, { column: self, change: true });
  const compile = (member: Member, expected: Type) =>
    compileExpression(inRow, [...path, member], shape[member], expected);
  const members = {
    name,
    columnType,
    options,
    type,
    required: shape.required ?? false,
    initialValue: compile("initialValue", type),
    formula: self?.isVirtual === true ? self.formula : compileStored(),
    requiredIf: compile("requiredIf", YES_NO),
    validIf: compileValidIf(inRow, [...path, "validIf"], shape.validIf, type),
    invalidMessage: compile("invalidMessage", TEXT),
    editableIf: compile("editableIf", YES_NO),
    showIf: compile("showIf", YES_NO),
    resetIf: compile("resetIf", YES_NO),
  };
  return column.isVirtual
    ? { isVirtual: true, addedFor: column.isDeclared ? undefined : shape.table, ...members }
    : { isVirtual: false, index: column.index, ...members };

  function compileStored(): CheckedExpression | undefined {
    const inChange = inRowOf(compiling, row, { column: self, change: true, givesThis: true });
    return compileExpression(inChange, [...path, "formula"], shape.formula, type);
  }
}
