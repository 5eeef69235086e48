import type { RowsApart, SqlFragment } from "../../fragments/sql-fragment.ts";
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
  /** `from` for rows of which also a condition of ours holds, where that is not among the others. */
  readonly fromWithin?: (isInside: SqlFragment) => SqlFragment;
  /** What searches of them apart are known by; missing where windows of them cannot be searched. */
  readonly rows?: RowsApart | undefined;
}

/** What a scan reads on its row: what an index finds, the rest of its condition, and the value. */
export interface ScanOfRow {
  readonly seeks: readonly SqlCondition[];
  readonly condition: SqlCondition;
  readonly item: SqlTerm;
}
