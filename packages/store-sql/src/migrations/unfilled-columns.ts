import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";

/** The columns of a definition that rows are still to be given values in. */
export function unfilledColumns({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const isNamed = (name: string) => table.columns.some((column) => column.name === name);
  return columns.filter(({ column, filledTo }) => filledTo !== undefined && isNamed(column));
}
