import type { Row } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { mayFind } from "../calls/request.ts";
import type { ResultRow } from "../calls/result.ts";
import { changedColumns, imageOfRow, recordedColumns } from "../journal/row-image.ts";
import { shownKey } from "../keys/key-from.ts";
import type { NetChange } from "./net-changes.ts";
import type { UndoneChange } from "./undo-request.ts";

/** What was done to a row, as it is answered: the columns that the journal keeps, to who may find rows. */
export function describeUndone(
  call: Call,
  { table, name, after: left }: NetChange,
  before: Row | undefined,
  after: Row | undefined,
): ResultRow {
  const all = recordedColumns(table);
  const isEdit = before !== undefined && after !== undefined;
  const columns = isEdit ? changedColumns(all, before, after) : all;
  const isShown = mayFind(call);
  const undone: UndoneChange = {
    table: table.name,
    operation: left === undefined ? "add" : isEdit ? "edit" : "delete",
    key: shownKey(table, name),
    before: before === undefined || !isShown ? null : imageOfRow(columns, before),
    after: after === undefined || !isShown ? null : imageOfRow(columns, after),
  };
  return { ...undone };
}
