import { type Diagnostic, DiagnosticList, diagnose } from "../../../diagnostics/index.ts";
import type { Key, RowReader } from "../../../storage/index.ts";
import type { Call } from "../../calls/call.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";
import type { DraftRow } from "../rows.ts";

/**
 * The errors of rows that are refused, and with them those of new rows whose keys are there already or stand twice among them:
 * what is refused is not written, so the store does not tell. In the order of the rows.
 */
export async function withTakenKeys(
  { table, mostListed }: Call,
  unfiltered: RowReader,
  rows: readonly DraftRow[],
  diagnostics: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  const found = new DiagnosticList(diagnostics, mostListed);
  if (found.isFull) return diagnostics;
  const told = new Set(diagnostics.flatMap(({ code, row }) => (code === "key/twice" ? (row ?? []) : [])));
  const added = rows.flatMap(({ before, position, values, unread }) => {
    const isWhole = table.key.every(({ index }) => !unread.has(index) && (values[index] ?? null) !== null);
    return before === undefined && isWhole && !told.has(position)
      ? { position, key: keyOfRow(table, values) }
      : [];
  });
  const keys: readonly Key[] = added.map(({ key }) => key);
  const stored = keys.length === 0 ? [] : await unfiltered.getByKeys(table.name, keys);
  const seen = new Set<string>();
  for (const [at, { position, key }] of added.entries()) {
    const name = writeKey(table, key);
    const place = { row: position, key: name };
    if (seen.has(name)) found.add(diagnose("key/twice", { key: name }, place));
    else if (stored[at] !== undefined) found.add(diagnose("key/duplicate", { key: name }, place));
    seen.add(name);
  }
  return found.all.toSorted((a, b) => (a.row ?? LAST) - (b.row ?? LAST));
}

const LAST = Number.POSITIVE_INFINITY;
