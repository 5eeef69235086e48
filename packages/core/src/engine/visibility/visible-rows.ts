import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { filterOf, rowSecurityOf } from "./askable-part.ts";
import { explainVisible } from "./explain-visible.ts";
import { findVisible } from "./find-visible.ts";
import { rowsOfKeys } from "./rows-of-keys.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error; what the caller wrote is evaluated on the rows behind the door alone.
 */
export function visibleRows(call: Call, stored: RowReader): RowReader {
  return {
    async find(plan) {
      const filter = filterOf(call, plan.table);
      if (filter === undefined) return stored.find({ ...plan, rowSecurity: rowSecurityOf(call) });
      return findVisible(call, stored, plan, filter);
    },
    explain: (plan) => explainVisible(stored, plan, rowSecurityOf(call)),
    getByKeys(table, keys) {
      const definition = call.app.tables.get(table);
      const filter = filterOf(call, table);
      if (definition === undefined || filter === undefined) return stored.getByKeys(table, keys);
      return rowsOfKeys(call, stored, definition, keys, filter);
    },
    inMemory: (table) => (filterOf(call, table) === undefined ? stored.inMemory?.(table) : undefined),
  };
}
