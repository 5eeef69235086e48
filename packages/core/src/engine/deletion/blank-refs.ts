import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { keyOf } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import type { DraftRow, StoredRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { authoriseParts } from "./authorise-parts.ts";
import { findReferring, type LeavingRows, type RefOfTable } from "./find-referring.ts";

/**
 * Blanks the Refs of rows that the caller sees to rows that are about to be deleted. That is an edit of each row, once,
 * with its formulas, change columns and checks. Rows that they do not see stay as they are.
 */
export async function blankRefs(
  call: Call,
  transaction: CallTransaction,
  wholes: readonly StoredRow[],
  refs: readonly RefOfTable[],
  leaving: LeavingRows,
): Promise<readonly Diagnostic[]> {
  for (const [table, own] of Map.groupBy(refs, (ref) => ref.table)) {
    const blanked = new Map<Value, BlankedRow>();
    for (const one of own) {
      for (const { row, leaving: part } of await findReferring(call, transaction, one, leaving)) {
        const key = keyOf(row, table.scope);
        const existing = blanked.get(key) ?? { row, whole: part.whole, refs: [] };
        blanked.set(key, { ...existing, refs: [...existing.refs, one.ref] });
      }
    }
    if (blanked.size === 0) continue;
    const rows = [...blanked.values()];
    const errors = await authoriseParts(call, transaction, wholes, [{ table, rows }], "edit");
    if (errors.length > 0) return errors;
    const drafts = { rows: rows.map(asDraft), diagnostics: [] };
    const saved = await saveDrafts(onTable(call, table), transaction, drafts);
    if (saved.output === undefined) return refused(call, table, saved.diagnostics);
  }
  return [];
}

/** A row, the row of the request that it is blanked for, and the Refs that are. */
interface BlankedRow {
  readonly row: Row;
  readonly whole: StoredRow;
  readonly refs: readonly StoredColumnDefinition[];
}

function asDraft({ row, whole, refs }: BlankedRow): DraftRow {
  const blank = new Set(refs.map(({ index }) => index));
  const values = row.map((value, index) => (blank.has(index) ? null : value));
  return { position: whole.position, before: row, values, unread: new Set() };
}

/** The errors of rows that the request does not name, at its row that led there. */
function refused(
  call: Call,
  { name }: TableDefinition,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map((error) => {
      const { code, message, hint, row } = error;
      if (code === "limit/errors") return error;
      const by = isNameable(call, name) ? { table: name, message, hint } : undefined;
      return diagnose("rule/not-blanked", { by }, row === undefined ? {} : { row });
    });
}
