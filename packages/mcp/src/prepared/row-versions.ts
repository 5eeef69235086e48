import type { Cells, TableSchema } from "@tablewright/client";
import type { RecordCalls } from "../calls/record-calls.ts";
import { done, type Reply } from "../calls/reply.ts";

/** The versions of stored rows by their keys, as the caller sees them. */
export type RowVersions = ReadonlyMap<string, unknown>;

/** The versions of the stored rows that the rows of a change name; rows without a whole key name none. */
export async function versionsOfRows(
  calls: RecordCalls,
  schema: TableSchema,
  rows: readonly Cells[],
): Promise<Reply<RowVersions>> {
  const keys = rows.map((row) => keyIn(row, schema)).filter((one) => one !== undefined);
  if (keys.length === 0) return done(new Map());
  const stored = await calls.find(schema.name, { keys, properties: { Version: true } });
  if (!stored.ok) return stored;
  return done(new Map(stored.value.rows.map((row) => [keyOf(row, schema), row._Version])));
}

/**
 * The rows of a change with the versions that the stored rows had when it was tried, by the answer to that, which has a row for
 * each. A row that was not there then has none.
 */
export function withVersions(
  rows: readonly Cells[],
  tried: readonly Cells[],
  schema: TableSchema,
  versions: RowVersions,
): readonly Cells[] {
  return rows.map((row, at) => {
    const version = versions.get(keyOf(tried[at] ?? {}, schema));
    return version === undefined ? row : { ...row, _Version: version };
  });
}

/** The version of no row: a stored row whose version was not read has another one, and the change is refused. */
export const NO_VERSION = "none";

/** A key as the wire `typed` answers it. */
function keyOf(row: Cells, { key }: TableSchema): string {
  return JSON.stringify(key.map((name) => row[name]));
}

/** The cells of the key, whatever the case of their names; undefined when one is missing. */
function keyIn(row: Cells, { key }: TableSchema): Cells | undefined {
  const parts = key.length > 1 && cellOf(row, COMPUTED) !== undefined ? [COMPUTED] : key;
  const cells = parts.map((name) => [name, cellOf(row, name)] as const);
  const isWhole = cells.every(([, cell]) => cell !== undefined && cell !== null && cell !== "");
  return isWhole ? Object.fromEntries(cells) : undefined;
}

function cellOf(row: Cells, name: string): unknown {
  const exact = row[name];
  if (exact !== undefined) return exact;
  return Object.entries(row).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

const COMPUTED = "_ComputedKey";
