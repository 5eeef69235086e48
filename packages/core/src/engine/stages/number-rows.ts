import type { StoredColumnDefinition } from "../../schema/index.ts";
import type { RowReader, WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { numbersTable } from "../engine-tables/numbers-table.ts";
import type { Batch, DraftRow } from "./rows.ts";

/**
 * The rows with the next numbers where a new one brings none. The last number of a column is kept in the transaction that gives
 * it, so that none is given twice and those of a call that is taken back are given again; a greater one that is sent is the
 * last from then on. `stored` reads all rows: numbers that a security filter hides are not given either.
 */
export async function numberRows(
  call: Call,
  stored: RowReader,
  writer: Pick<WriteTransaction, "insert" | "update">,
  batch: Batch<DraftRow>,
): Promise<Batch<DraftRow>> {
  let { rows } = batch;
  for (const column of call.table.autoNumbered) {
    const { index } = column;
    const open = new Set(rows.filter((row) => isOpen(row, index)));
    const sent = highestOf(
      rows.filter((row) => row.before?.[index] !== row.values[index]).map(({ values }) => values[index]),
    );
    if (open.size === 0 && sent === undefined) continue;
    const name = [call.table.name, column.name];
    const [kept] = await stored.getByKeys(numbersTable.name, [name]);
    const last = kept === undefined ? await highestStored(call, stored, column) : Number(kept[2]);
    let next = Math.max(last, sent ?? last);
    if (open.size > 0)
      rows = rows.map((row) =>
        open.has(row) ? { ...row, values: withValue(row.values, index, ++next) } : row,
      );
    const entry = [...name, next];
    if (kept === undefined) await writer.insert(numbersTable.name, [entry]);
    else if (next !== last) await writer.update(numbersTable.name, [entry]);
  }
  return { ...batch, rows };
}

function isOpen({ before, values, unread }: DraftRow, index: number): boolean {
  return before === undefined && (values[index] ?? null) === null && !unread.has(index);
}

function withValue(values: DraftRow["values"], index: number, value: number): DraftRow["values"] {
  return values.with(index, value);
}

/** The highest number there is, once for a column: later the last one is known. */
async function highestStored(
  { table, request }: Call,
  stored: RowReader,
  { index }: StoredColumnDefinition,
): Promise<number> {
  const { batches } = await stored.find({ table: table.name, conditions: [], order: [], context: request });
  let highest = 0;
  for await (const rows of batches)
    highest = Math.max(highest, highestOf(rows.map((row) => row[index])) ?? 0);
  return highest;
}

function highestOf(values: readonly unknown[]): number | undefined {
  let highest: number | undefined;
  for (const value of values)
    if (typeof value === "number" && (highest === undefined || value > highest)) highest = value;
  return highest;
}
