import type { SqlFragment } from "../../fragments/sql-fragment.ts";
import type { RowInSql } from "../sql-scope.ts";
import type { SqlCondition, SqlTerm } from "../sql-term.ts";

/** Another table as the caller sees it. */
export interface VisibleTable {
  readonly row: RowInSql;
  readonly from: SqlFragment;
  /** The rows that exist for the caller; to be tried before anything that they wrote. */
  readonly filter: SqlCondition;
  /** Whether `from` gives only those rows, because the filter reads other tables. */
  readonly isFenced: boolean;
}

/** What a scan reads on its row: what an index finds, the rest of its condition, and the value. */
export interface ScanOfRow {
  readonly seeks: readonly SqlCondition[];
  readonly condition: SqlCondition;
  readonly item: SqlTerm;
}
