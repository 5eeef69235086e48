import type { RowReader } from "../storage/index.ts";
import { behindFilter, throughFilters } from "./askable-part.ts";
import type { Call } from "./call.ts";
import { explainVisible } from "./explain-visible.ts";
import { filterRows } from "./filter-rows.ts";
import { findVisible } from "./find-visible.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error.
 */
export function visibleRows(call: Call, stored: RowReader): RowReader {
  const filterOf = (table: string) => call.app.tables.get(table)?.securityFilter;
  return {
    async find(plan) {
      const filter = filterOf(plan.table);
      if (filter === undefined) return stored.find(throughFilters(plan, filterOf));
      return findVisible(call, stored, plan, behindFilter(plan, filter, filterOf));
    },
    explain: (plan) => explainVisible(stored, plan, filterOf),
    async getByKeys(table, keys) {
      const rows = await stored.getByKeys(table, keys);
      const filter = filterOf(table);
      if (filter === undefined) return rows;
      return filterRows(call, stored, filter, rows);
    },
    atHand: (table) => (filterOf(table) === undefined ? stored.atHand?.(table) : undefined),
  };
}
