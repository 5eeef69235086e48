import type { Call } from "../calls/call.ts";
import { filterOf, readsOtherTables } from "../visibility/askable-part.ts";
import { shownColumns } from "./page/shown-columns.ts";

/** Whether a Find by keys needs nothing from the store but the rows of these keys. */
export function readsKeysAlone(call: Call): boolean {
  const { table, slice } = call;
  if (filterOf(call, table.name) !== undefined) return false;
  if (slice?.filter !== undefined && readsOtherTables(slice.filter)) return false;
  return !shownColumns(call).columns.some(
    ({ index, formula }) => index < 0 && formula !== undefined && readsOtherTables(formula),
  );
}
