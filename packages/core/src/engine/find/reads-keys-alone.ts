import type { ColumnDefinition } from "../../schema/index.ts";
import { shownColumns } from "../answers/shown-columns.ts";
import type { Call } from "../calls/call.ts";
import { filterOf, readsOtherTables } from "../visibility/askable-part.ts";

/** Whether a Find by keys needs nothing from the store but the rows of these keys. */
export function readsKeysAlone(call: Call): boolean {
  const { table, slice } = call;
  if (filterOf(call, table.name) !== undefined) return false;
  if (slice?.filter !== undefined && readsOtherTables(slice.filter)) return false;
  return !shownColumns(call).columns.some((column) =>
    expressionsShown(call, column).some(
      (expression) => expression !== undefined && readsOtherTables(expression),
    ),
  );
}

/** What is computed for the answer of a column. */
function expressionsShown(
  { answersForms }: Call,
  { isVirtual, formula, showIf, editableIf }: ColumnDefinition,
) {
  return [isVirtual ? formula : undefined, ...(answersForms ? [showIf, editableIf] : [])];
}
