import type { Engine } from "@tablewright/core";
import { tablesRead } from "./tables-read.ts";

/** A column whose formula, initial value or validity rule reads other tables. */
interface ReadingColumn {
  readonly table: string;
  readonly column: string;
  readonly reads: readonly string[];
}

/**
 * The columns of an application that are computed or checked by rows of other tables, in the definition's order. Virtual
 * lists of Refs, as `Related Orders` is, are left out: they say no more than the Refs themselves.
 */
export function formulasOf({ tables }: Engine["app"]): readonly ReadingColumn[] {
  return [...tables.values()].flatMap(({ name: table, columns }) =>
    columns
      .filter(({ isVirtual, type }) => !isVirtual || type.kind !== "List" || type.item.kind !== "Ref")
      .map(({ name: column, formula, initialValue, requiredIf, validIf }) => ({
        table,
        column,
        reads: tablesRead([formula, initialValue, requiredIf, validIf]),
      }))
      .filter(({ reads }) => reads.length > 0),
  );
}
