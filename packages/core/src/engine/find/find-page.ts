import type { ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";

/** The part of its rows that a Find answers with. */
export interface FindPage {
  /** Infinity where there is none. */
  readonly limit: number;
  /** The row after which it begins; undefined for the first part. */
  readonly after: PageEnd | undefined;
  /** Whether the number of all rows is asked for. */
  readonly counts: boolean;
  /** What a cursor belongs to: one of another table, Selector or list of rows is refused. */
  readonly fingerprint: string;
}

/** Where a part ended: the last row's sort values and its key. The row itself may be gone by now. */
export interface PageEnd {
  /** Undefined for a row in a list of keys, whose place in the list is all there is. */
  readonly order: readonly Value[] | undefined;
  readonly key: readonly Value[];
}

/** A row with what decides over its place. */
export interface PlacedRow extends PageEnd {
  readonly row: Row;
}

/** A column of Refs whose rows are answered, too. */
export interface ExpandedColumn {
  readonly column: ColumnDefinition;
  /** The table of the rows. */
  readonly table: TableDefinition;
  readonly isList: boolean;
  /** What is answered of each row; undefined for all that the caller may know. */
  readonly shown: ShownColumns | undefined;
  /** At most so many rows of each list. */
  readonly limit: number;
  /** Columns of these rows that are expanded in turn. */
  readonly below: readonly ExpandedColumn[];
}

/** The members of an answered row. */
export interface ShownColumns {
  readonly columns: readonly ColumnDefinition[];
  readonly rowNumber: boolean;
  /** The parts of a composite key joined. */
  readonly computedKey: boolean;
}
