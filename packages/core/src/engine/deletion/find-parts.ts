import { keyOf, valueFamilyOf } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { FindPlan, Row, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { type Call, inChunks } from "../calls/call.ts";
import type { StoredRow } from "../stages/rows.ts";
import { inParts } from "../visibility/filtered-plan.ts";

/** A row and the row that it is, in the end, a part of, or that one itself. */
export interface FoundPart {
  readonly row: Row;
  readonly whole: StoredRow;
}

/** Rows of one table that are deleted together. */
export interface PartRows {
  readonly table: TableDefinition;
  readonly rows: readonly FoundPart[];
}

/**
 * The rows for the caller that are parts of `rows`, parts of parts included: those whose Ref with `partOf` or
 * `onDelete: delete` holds their key, exactly. Each row is listed once, whatever circles the Refs form, and before its parts.
 * A table is read once for each level, never once for a row.
 */
export async function findParts(
  call: Call,
  transaction: RowReader,
  rows: readonly StoredRow[],
): Promise<readonly PartRows[]> {
  const { meter } = call.read.context;
  const all: PartRows[] = [];
  const seen = new Map<TableDefinition, Set<Value>>();
  const wholes = rows.map((whole) => ({ row: whole.row, whole }));
  let level: readonly PartRows[] = [{ table: call.table, rows: unseen(seen, call.table, wholes) }];
  while (level.length > 0) {
    const byKey = new Map<string, ReadonlyMap<Value, StoredRow>>();
    for (const part of level)
      if (hasParts(call, part.table)) byKey.set(part.table.name, await wholesOf(call, part));
    const next: PartRows[] = [];
    for (const table of call.app.tables.values()) {
      const refs = table.storedColumns.filter((column) => pointsAtWhole(column, byKey));
      if (refs.length === 0) continue;
      const fresh: FoundPart[] = [];
      const { batches } = await transaction.find(planFor(call, table, refs, byKey));
      for await (const batch of inParts(batches)) {
        const parts = batch.flatMap((row) => partOf(row, refs, byKey) ?? []);
        for (const part of unseen(seen, table, parts)) fresh.push(part);
        await meter.giveWay();
      }
      if (fresh.length > 0) next.push({ table, rows: fresh });
    }
    for (const part of next) all.push(part);
    level = next;
  }
  return all;
}

/** By table, the keys of rows whose parts are looked for, with what those are parts of. */
type Wholes = ReadonlyMap<string, ReadonlyMap<Value, StoredRow>>;

/** Whether rows of the table may have parts. */
function hasParts({ app }: Call, { name }: TableDefinition): boolean {
  return [...app.tables.values()].some(({ storedColumns }) =>
    storedColumns.some(({ options }) => options.table === name && isToWhole(options)),
  );
}

async function wholesOf(call: Call, { table, rows }: PartRows): Promise<ReadonlyMap<Value, StoredRow>> {
  const wholes = new Map<Value, StoredRow>();
  for await (const some of inChunks(call, rows))
    for (const { row, whole } of some) wholes.set(keyOf(row, table.scope), whole);
  return wholes;
}

/** The rows that were not there before, which now are. */
function unseen(
  seen: Map<TableDefinition, Set<Value>>,
  table: TableDefinition,
  rows: readonly FoundPart[],
): readonly FoundPart[] {
  const keys = seen.get(table) ?? new Set();
  seen.set(table, keys);
  return rows.filter(({ row }) => keys.size < keys.add(keyOf(row, table.scope)).size);
}

function isToWhole({ partOf, onDelete }: StoredColumnDefinition["options"]): boolean {
  return partOf || onDelete === "delete";
}

function pointsAtWhole({ options }: StoredColumnDefinition, wholes: Wholes): boolean {
  return isToWhole(options) && wholes.has(options.table ?? "");
}

/** The row as a part of the first whole that one of its Refs holds the key of; undefined where there is none. */
function partOf(row: Row, refs: readonly StoredColumnDefinition[], wholes: Wholes): FoundPart | undefined {
  for (const { index, options } of refs) {
    const whole = wholes.get(options.table ?? "")?.get(row[index] ?? null);
    if (whole !== undefined) return { row, whole };
  }
  return undefined;
}

/** A store with an index on the one Ref finds the parts by it; where several Refs lead to wholes, the table is read. */
function planFor(
  { read: { context } }: Call,
  table: TableDefinition,
  [ref, other]: readonly StoredColumnDefinition[],
  wholes: Wholes,
): FindPlan {
  const plan: FindPlan = { table: table.name, conditions: [], order: [], context };
  if (ref === undefined || other !== undefined) return plan;
  const values = [...(wholes.get(ref.options.table ?? "")?.keys() ?? [])];
  return { ...plan, inList: { column: ref.index, family: valueFamilyOf(ref.type), values } };
}

/** By table and key, the rows that one call deletes together. */
export type LeavingRows = ReadonlyMap<string, ReadonlyMap<Value, FoundPart>>;

/** A Ref and the table it is a column of. */
export interface RefOfTable {
  readonly table: TableDefinition;
  readonly ref: StoredColumnDefinition;
}

/** A row that stays, and the row it refers to, which does not. */
export interface ReferringRow {
  readonly row: Row;
  readonly leaving: FoundPart;
}

export async function leavingRows(call: Call, deleted: readonly PartRows[]): Promise<LeavingRows> {
  const leaving = new Map<string, Map<Value, FoundPart>>();
  for (const { table, rows } of deleted) {
    const byKey = leaving.get(table.name) ?? new Map<Value, FoundPart>();
    leaving.set(table.name, byKey);
    for await (const some of inChunks(call, rows))
      for (const part of some) byKey.set(keyOf(part.row, table.scope), part);
  }
  return leaving;
}

/** The rows that hold, exactly, the key of one that is deleted, and are not deleted themselves. Read once for the Ref. */
export async function findReferring(
  { read: { context } }: Call,
  reader: RowReader,
  { table, ref }: RefOfTable,
  leaving: LeavingRows,
): Promise<readonly ReferringRow[]> {
  const { meter } = context;
  const targets = leaving.get(ref.options.table ?? "") ?? new Map<Value, FoundPart>();
  const own = leaving.get(table.name);
  const inList = { column: ref.index, family: valueFamilyOf(ref.type), values: [...targets.keys()] };
  const { batches } = await reader.find({
    table: table.name,
    conditions: [],
    order: [],
    context,
    inList,
  });
  const referring: ReferringRow[] = [];
  for await (const batch of inParts(batches)) {
    for (const row of batch) {
      const target = targets.get(row[ref.index] ?? null);
      if (target === undefined || own?.has(keyOf(row, table.scope))) continue;
      referring.push({ row, leaving: target });
    }
    await meter.giveWay();
  }
  return referring;
}
