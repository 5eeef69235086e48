import type { SliceDefinition, TableDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { ShownColumns } from "../find/page/find-page.ts";

/** What the call answers of a row: what it names, else all columns of its table or slice, which is then the same object each time. */
export function shownColumns({ table, slice, shown }: Call): ShownColumns {
  return shown ?? allColumns.get(slice ?? table) ?? rememberAll(table, slice ?? table);
}

function rememberAll({ key }: TableDefinition, target: TableDefinition | SliceDefinition): ShownColumns {
  const all = { columns: target.columns, rowNumber: true, computedKey: key.length > 1 };
  allColumns.set(target, all);
  return all;
}

const allColumns = new WeakMap<TableDefinition | SliceDefinition, ShownColumns>();
