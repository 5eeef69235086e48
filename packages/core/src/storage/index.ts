/** The port between the engine and the places where rows live: `@tablewright/core/storage`. */
export type { Among, FindPlan, Found, SortKey } from "./find-plan.ts";
export type { Key, Row } from "./row.ts";
export type { InsertOutcome, ReadTransaction, Store, WriteTransaction } from "./store.ts";
export type { StorageKind, StoredColumn, StoredTable } from "./stored-table.ts";
