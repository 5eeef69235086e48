import type { ColumnDefinition } from "../../schema/index.ts";
import { nameableColumns } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import type { ShownColumns } from "../find/page/find-page.ts";

/** What the call answers of a row: what it names, else all columns of its table or slice that its caller may know, which is then the same object each time. */
export function shownColumns(call: Call): ShownColumns {
  if (call.shown !== undefined) return call.shown;
  const { table, slice } = call;
  const columns = nameableColumns(call, slice ?? table);
  const all = allColumns.get(columns) ?? { columns, rowNumber: true, computedKey: table.key.length > 1 };
  allColumns.set(columns, all);
  return all;
}

const allColumns = new WeakMap<readonly ColumnDefinition[], ShownColumns>();
