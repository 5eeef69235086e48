import { SLOT, type TableLayout } from "../tables/table-layout.ts";
import type { TableIndex } from "./index-dialect.ts";

/** The columns, by names of the database, that tell a person which row is meant: those of the key that the rows have. */
export function namingColumns({ columns }: TableLayout, known: readonly TableIndex[]): readonly string[] {
  const isThere = (name: string) => columns.some((column) => column.name === name);
  const key = known.find(({ isUnique }) => isUnique)?.columns ?? [];
  return key.length > 0 && key.every(isThere) ? key : [SLOT];
}
