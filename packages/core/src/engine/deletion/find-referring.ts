import { keyOf, valueFamilyOf } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { inStretches } from "../calls/in-stretches.ts";
import { inParts } from "../visibility/in-parts.ts";
import type { Part, PartRows } from "./find-parts.ts";

/** By table and key, the rows that one call deletes together. */
export type LeavingRows = ReadonlyMap<string, ReadonlyMap<Value, Part>>;

/** A Ref and the table it is a column of. */
export interface RefOfTable {
  readonly table: TableDefinition;
  readonly ref: StoredColumnDefinition;
}

/** A row that stays, and the row it refers to, which does not. */
export interface ReferringRow {
  readonly row: Row;
  readonly leaving: Part;
}

export async function leavingRows(call: Call, deleted: readonly PartRows[]): Promise<LeavingRows> {
  const leaving = new Map<string, Map<Value, Part>>();
  for (const { table, rows } of deleted) {
    const byKey = leaving.get(table.name) ?? new Map<Value, Part>();
    leaving.set(table.name, byKey);
    for await (const some of inStretches(call, rows))
      for (const part of some) byKey.set(keyOf(part.row, table.scope), part);
  }
  return leaving;
}

/** The rows that hold, exactly, the key of one that is deleted, and are not deleted themselves. Read once for the Ref. */
export async function findReferring(
  { request }: Call,
  reader: RowReader,
  { table, ref }: RefOfTable,
  leaving: LeavingRows,
): Promise<readonly ReferringRow[]> {
  const { meter } = request;
  const targets = leaving.get(ref.options.table ?? "") ?? new Map<Value, Part>();
  const own = leaving.get(table.name);
  const inList = { column: ref.index, family: valueFamilyOf(ref.type), values: [...targets.keys()] };
  const { batches } = await reader.find({
    table: table.name,
    conditions: [],
    order: [],
    context: request,
    inList,
  });
  const referring: ReferringRow[] = [];
  for await (const batch of inParts(batches)) {
    for (const row of batch) {
      const target = targets.get(row[ref.index] ?? null);
      if (target === undefined || own?.has(keyOf(row, table.scope))) continue;
      referring.push({ row, leaving: target });
    }
    if (meter.timeSlice.isOver) await meter.pause();
  }
  return referring;
}
