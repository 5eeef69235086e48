import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { type CheckedExpression, evaluateAsTask, type Task, withoutErrors } from "../../expression/parts.ts";
import type { StoredColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import type { Call } from "../calls/call.ts";
import { isSameValue } from "../cells/evaluate-cell.ts";
import type { Batch, DraftRow, ReadRow } from "./rows.ts";

/** The same drafts, each with what the caller gives its row, where the caller may not write every cell of the table. */
export function withSent(call: Call, drafts: Batch<DraftRow>, read: Batch<ReadRow>): Batch<DraftRow> {
  if (!call.table.storedColumns.some((column) => isRestricted(call, column))) return drafts;
  const cells = new Map(read.rows.map((row) => [row.position, row.cells]));
  const rows = drafts.rows.map((row) => ({ ...row, sent: cells.get(row.position) }));
  return { rows, diagnostics: drafts.diagnostics };
}

function isRestricted(call: Call, column: StoredColumnDefinition): boolean {
  return column.writeIf.length > 0 || columnRightsOf(call)?.conditionOf(column) !== undefined;
}

/**
 * An error for each cell that the caller gives the row and may not write. Conditions are tried on a stored row as it was before, and
 * on a new one as it will be. A stored value may be sent back, as it was read; of a cell that is not read none may be sent, or
 * it could be guessed.
 */
export function* checkWrites(call: Call, row: DraftRow): Task<readonly Diagnostic[]> {
  const { sent, before, values, position } = row;
  if (sent === undefined) return NO_ERRORS;
  const errors: Diagnostic[] = [];
  for (const column of call.table.storedColumns) {
    const { name, index, writeIf } = column;
    const cell = sent[index];
    const isHidden = columnRightsOf(call)?.stateOf(column) === "hidden";
    if (cell === undefined || !(isHidden || isRestricted(call, column))) continue;
    if (before !== undefined && call.table.key.includes(column)) continue;
    const readIf = before === undefined ? undefined : columnRightsOf(call)?.conditionOf(column);
    const conditions = readIf === undefined ? [] : [readIf];
    const isRead = !isHidden && (yield* allHold(call, conditions, before ?? values, before));
    const isLeft =
      before === undefined ? cell === null : isSameValue(values[index] ?? null, before[index] ?? null);
    if (isRead && (isLeft || (yield* allHold(call, writeIf, before ?? values, before)))) continue;
    errors.push(diagnose("rule/write-if", { column: name, isRead }, { row: position, column: name }));
  }
  return errors;
}

const NO_ERRORS: readonly Diagnostic[] = [];

/** Whether conditions are TRUE; one that ends in an error is not. */
function* allHold(
  { read: { context }, observations }: Call,
  conditions: readonly CheckedExpression[],
  row: Row,
  before: Row | undefined,
): Task<boolean> {
  for (const condition of conditions) {
    const holds = (yield* evaluateAsTask(withoutErrors(condition), row, context, before)) === true;
    observations?.evaluates(condition, holds);
    if (!holds) return false;
  }
  return true;
}
