import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import { mayFind } from "../calls/request.ts";
import { isSameValue } from "../cells/is-same-value.ts";
import type { ShownColumns } from "../find/page/find-page.ts";
import type { DraftRow } from "../stages/rows.ts";

/** The call as it answers stored rows: with their keys only, where its caller may not find rows. */
export function answeringStored(call: Call): Call {
  if (mayFind(call)) return call;
  const { table, version } = call;
  return { ...call, shown: keyOnly(table), version: { ...version, isAnswered: false }, answersForms: false };
}

/** The members of a row that name it. */
export function keyOnly({ columns, key }: TableDefinition): ShownColumns {
  const named = columns.filter((column) => key.some((part) => part.name === column.name));
  return { columns: named, rowNumber: false, computedKey: key.length > 1 };
}

/**
 * The errors of a value as the caller may read them. Of a row that they may not find they read what they sent, and of every
 * other value no more than its column: a message may hold it, or what a formula made of the rest of the row.
 */
export function readableErrors(
  call: Call,
  column: StoredColumnDefinition,
  row: Pick<DraftRow, "position" | "before" | "values">,
  errors: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (errors.length === 0 || mayFind(call)) return errors;
  const isSent = !call.isOwnDoing && (call.action === "Add" || call.action === "Edit");
  if (isSent && row.before === undefined) return errors;
  const { name, index, formula } = column;
  const isOwn =
    isSent && formula === undefined && !isSameValue(row.values[index] ?? null, row.before?.[index] ?? null);
  const told = errors.filter(({ code }) => isOwn && code !== "rule/valid-if");
  if (told.length === errors.length) return errors;
  return [...told, diagnose("rule/concealed", { column: name }, { row: row.position, column: name })];
}
