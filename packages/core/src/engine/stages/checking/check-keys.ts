import { type Diagnostic, diagnose } from "../../../diagnostics/index.ts";
import { type ColumnDefinition, LONGEST_KEY } from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import type { ComputedRow } from "../rows.ts";

/** The key of a new row: every part there, and none too long. */
export function checkKeys(
  { table }: Call,
  { position, before, values, unread }: ComputedRow,
): readonly Diagnostic[] {
  if (before !== undefined) return NO_ERRORS;
  let errors: Diagnostic[] | undefined;
  for (const part of table.key) {
    if (unread.has(part.index)) continue;
    if (table.source !== undefined && (values[part.index] ?? null) === null) continue; // the database may give it
    const error = checkPart(part, values[part.index] ?? null, position);
    if (error !== undefined) errors = [...(errors ?? []), error];
  }
  return errors ?? NO_ERRORS;
}

const NO_ERRORS: readonly Diagnostic[] = [];

function checkPart({ name }: ColumnDefinition, value: Value, row: number): Diagnostic | undefined {
  if (typeof value !== "string" && value !== null) return undefined;
  const place = { row, column: name };
  if (value === null) return diagnose("key/missing", { name }, place);
  if (value.length > LONGEST_KEY) return diagnose("limit/key-length", { limit: LONGEST_KEY }, place);
  return undefined;
}
