import type { ColumnDefinition } from "../../schema/index.ts";
import { shownColumns } from "../answers/shown-columns.ts";
import type { Call } from "../calls/call.ts";
import { filterOf, readsOtherTables } from "../visibility/askable-part.ts";
import type { ShownColumns } from "./page/find-page.ts";

/** Whether a Find by keys needs nothing from the store but the rows of these keys. */
export function readsKeysAlone(call: Call): boolean {
  const { table, slice } = call;
  if (filterOf(call, table.name) !== undefined) return false;
  if (slice?.filter !== undefined && readsOtherTables(slice.filter)) return false;
  const shown = shownColumns(call);
  if (call.answersForms) return shown.columns.every((column) => isOfItsRow(column) && isFormOfItsRow(column));
  const existing = cellsOfRows.get(shown) ?? shown.columns.every(isOfItsRow);
  cellsOfRows.set(shown, existing);
  return existing;
}

/** Whether all that is shown of a row is computed from the row alone. */
const cellsOfRows = new WeakMap<ShownColumns, boolean>();

function isOfItsRow({ isVirtual, formula }: ColumnDefinition): boolean {
  return !isVirtual || formula === undefined || !readsOtherTables(formula);
}

function isFormOfItsRow({ showIf, editableIf }: ColumnDefinition): boolean {
  return ![showIf, editableIf].some((rule) => rule !== undefined && readsOtherTables(rule));
}
