import type { TableSchema } from "@tablewright/core";
import type { RecordCalls, Row } from "../calls/record-calls.ts";
import { done, type Reply } from "../calls/reply.ts";

/**
 * A digest of the stored rows that the rows of a change name, as the caller sees them; rows without a whole key name none.
 * Virtual columns do not count: they may change with the clock.
 */
export async function digestOfRows(
  calls: RecordCalls,
  schema: TableSchema,
  rows: readonly Row[],
): Promise<Reply<string>> {
  const keys = rows.map((row) => keyIn(row, schema)).filter((one) => one !== undefined);
  if (keys.length === 0) return done("");
  const found = await calls.call(schema.name, { Action: "Find", Rows: keys });
  if (!found.ok) return found;
  const stored = schema.columns.filter(({ virtual }) => !virtual).map(({ name }) => name);
  const values = found.value.Rows.map((row) => stored.map((name) => row[name]));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(values)));
  return done(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

/** The cells of the key, whatever the case of their names; undefined when one is missing. */
function keyIn(row: Row, { key }: TableSchema): Row | undefined {
  const parts = key.length > 1 && cellOf(row, COMPUTED) !== undefined ? [COMPUTED] : key;
  const cells = parts.map((name) => [name, cellOf(row, name)] as const);
  const isWhole = cells.every(([, cell]) => cell !== undefined && cell !== null && cell !== "");
  return isWhole ? Object.fromEntries(cells) : undefined;
}

function cellOf(row: Row, name: string): unknown {
  const exact = row[name];
  if (exact !== undefined) return exact;
  return Object.entries(row).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

const COMPUTED = "_ComputedKey";
