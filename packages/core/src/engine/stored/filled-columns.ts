import type { CheckedExpression } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";

/** A column that rows get a value in when it is added to their table. */
export interface FilledColumn {
  readonly column: StoredColumnDefinition;
  readonly expression: CheckedExpression;
}

/** Of the columns of these names, those that must have a value and have an initial one. */
export function initialColumns(
  { storedColumns }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return storedColumns.flatMap((column) => {
    const { name, required, initialValue } = column;
    const isFilled = required && initialValue !== undefined && names.includes(name);
    return isFilled ? [{ column, expression: initialValue }] : [];
  });
}

/** Of the columns of these names, those that are computed and stored, each after those it reads. */
export function formulaColumns(
  { formulaOrder }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return formulaOrder.flatMap((column) => {
    const { name, formula } = column;
    return !column.isVirtual && formula !== undefined && names.includes(name)
      ? [{ column, expression: formula }]
      : [];
  });
}
