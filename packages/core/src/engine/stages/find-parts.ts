import { keyOf, valueFamilyOf } from "../../expression/index.ts";
import type { ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { type FindPlan, findAll, type Row, type RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../call.ts";

/** Rows of one table that are deleted together. */
export interface PartRows {
  readonly table: TableDefinition;
  readonly rows: readonly Row[];
}

/**
 * The rows that are parts of `rows`, parts of parts included: those whose `partOf` Ref holds their key, exactly. Each
 * row stands there once, in whatever circle the Refs lead; what stands later is a part of what stands before. A table is
 * read once for each level, never once for a row.
 */
export async function findParts(
  call: Call,
  transaction: RowReader,
  rows: readonly Row[],
): Promise<readonly PartRows[]> {
  const found: PartRows[] = [];
  const seen = new Map<TableDefinition, Set<Value>>();
  let level: readonly PartRows[] = [{ table: call.table, rows: unseen(seen, call.table, rows) }];
  while (level.length > 0) {
    const wholes = new Map(level.map((part) => [part.table.name, keysOf(part)]));
    const next: PartRows[] = [];
    for (const table of call.app.tables.values()) {
      const refs = table.columns.filter((column) => pointsAtWhole(column, wholes));
      if (refs.length === 0) continue;
      const candidates = await findAll(transaction, planFor(call, table, refs, wholes));
      const parts = candidates.rows.filter((row) => refs.some((ref) => holdsKey(ref, row, wholes)));
      const fresh = unseen(seen, table, parts);
      if (fresh.length > 0) next.push({ table, rows: fresh });
    }
    found.push(...next);
    level = next;
  }
  return found;
}

type KeysByTable = ReadonlyMap<string, ReadonlySet<Value>>;

function keysOf({ table, rows }: PartRows): ReadonlySet<Value> {
  return new Set(rows.map((row) => keyOf(row, table.scope)));
}

/** The rows that were not there before, which now are. */
function unseen(
  seen: Map<TableDefinition, Set<Value>>,
  table: TableDefinition,
  rows: readonly Row[],
): readonly Row[] {
  const keys = seen.get(table) ?? new Set();
  seen.set(table, keys);
  return rows.filter((row) => keys.size < keys.add(keyOf(row, table.scope)).size);
}

function pointsAtWhole({ index, options }: ColumnDefinition, wholes: KeysByTable): boolean {
  return index >= 0 && options.partOf && wholes.has(options.table ?? "");
}

function holdsKey({ index, options }: ColumnDefinition, row: Row, wholes: KeysByTable): boolean {
  return wholes.get(options.table ?? "")?.has(row[index] ?? null) === true;
}

/** A store with an index on the one Ref finds the parts by it; where several Refs lead to wholes, the table is read. */
function planFor(
  { request }: Call,
  table: TableDefinition,
  [ref, other]: readonly ColumnDefinition[],
  wholes: KeysByTable,
): FindPlan {
  const plan: FindPlan = { table: table.name, conditions: [], order: [], context: request };
  if (ref === undefined || other !== undefined) return plan;
  const values = [...(wholes.get(ref.options.table ?? "") ?? [])];
  return { ...plan, among: { column: ref.index, family: valueFamilyOf(ref.type), values } };
}
