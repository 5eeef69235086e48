import type { Row } from "@tablewright/core/storage";
import type { OpenTable } from "../tables/open-table.ts";
import type { RowNumbering } from "../tables/row-numbering.ts";
import type { SqlValue } from "../values/sql-value.ts";

/**
 * The row that `TableStatements.selectAlone` answered; undefined when rows have to be counted for its number. `numberingOf`
 * makes a numbering of what the catalogue keeps.
 */
export function rowAlone(
  { layout, decode }: Pick<OpenTable<unknown>, "layout" | "decode">,
  read: SqlValue[],
  numberingOf: (kept: readonly SqlValue[]) => RowNumbering,
): Row | undefined {
  const kept = read.splice(-NUMBERING_COLUMNS);
  const row = decode(read);
  const slot = Number(row.at(-1));
  const isBySlot = layout.table.rowNumbers === "stable" || kept[0] === null;
  const number = isBySlot ? slot : uncounted(slot, numberingOf(kept));
  if (number === undefined) return undefined;
  row[row.length - 1] = number;
  return row;
}

const NUMBERING_COLUMNS = 3;

function uncounted(slot: number, numbering: RowNumbering): number | undefined {
  let isCounted = false;
  const number = numbering.numberOf(slot, () => {
    isCounted = true;
    return 0;
  });
  return isCounted ? undefined : number;
}
