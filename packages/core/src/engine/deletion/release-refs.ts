import type { Diagnostic } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { blankRefs } from "./blank-refs.ts";
import { checkReferences } from "./check-references.ts";
import type { PartRows } from "./find-parts.ts";
import { leavingRows, type RefOfTable } from "./find-referring.ts";

/**
 * Does what `onDelete` says of the Refs to rows that are about to be deleted, and to those that go with them: errors where
 * one restricts, and blanks where one is cleared.
 */
export async function releaseRefs(
  call: Call,
  transaction: CallTransaction,
  wholes: readonly StoredRow[],
  deleted: readonly PartRows[],
): Promise<readonly Diagnostic[]> {
  const tables = new Set(deleted.map(({ table }) => table.name));
  const restricting = refsTo(call.app, tables, "restrict");
  const cleared = refsTo(call.app, tables, "clear");
  if (restricting.length + cleared.length === 0) return [];
  const leaving = await leavingRows(call, deleted);
  const errors = await checkReferences(call, transaction, restricting, leaving);
  return errors.length > 0 ? errors : blankRefs(call, transaction, wholes, cleared, leaving);
}

function refsTo(
  { tables }: AppDefinition,
  targets: ReadonlySet<string>,
  onDelete: "restrict" | "clear",
): readonly RefOfTable[] {
  return [...tables.values()].flatMap((table) =>
    table.storedColumns
      .filter(({ options }) => options.onDelete === onDelete && targets.has(options.table ?? ""))
      .map((ref) => ({ table, ref })),
  );
}
