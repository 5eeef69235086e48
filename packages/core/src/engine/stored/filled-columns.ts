import type { CheckedExpression } from "../../expression/parts.ts";
import type { ColumnDefinition, TableDefinition } from "../../schema/index.ts";

/** A column that rows get a value in when it is added to their table. */
export interface FilledColumn {
  readonly column: ColumnDefinition;
  readonly expression: CheckedExpression;
}

/** Of the columns of these names, those that must have a value and have an initial one. */
export function initialColumns(
  { columns }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return columns.flatMap((column) => {
    const { name, index, required, initialValue } = column;
    const isFilled = index >= 0 && required && initialValue !== undefined && names.includes(name);
    return isFilled ? [{ column, expression: initialValue }] : [];
  });
}

/** Of the columns of these names, those that are computed and stored, each after those it reads. */
export function formulaColumns(
  { formulaOrder }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return formulaOrder.flatMap((column) => {
    const { name, index, formula } = column;
    return index >= 0 && formula !== undefined && names.includes(name)
      ? [{ column, expression: formula }]
      : [];
  });
}
