import type { TableIndex } from "../migrations/index-dialect.ts";

/** Makes indexes on tables that others write to meanwhile. */
export interface IndexBuilder {
  /**
   * Runs `work` while no other process does the same on this database. Where one does, runs what is to be done `otherwise`, or
   * waits until it can.
   */
  inTurn<T>(work: () => Promise<T>, otherwise?: () => T): Promise<T>;
  /**
   * Whether an index is there and complete. One that a process which is gone has begun is waited for where the server is
   * still at it, and removed where it is not complete in the end.
   */
  isComplete(table: string, index: string): Promise<boolean>;
  /** Carries out the statement that makes an index, which is not there; it is complete when this returns. */
  build(table: string, index: BuiltIndex): Promise<void>;
}

export type BuiltIndex = Pick<TableIndex, "name" | "isUnique" | "on" | "before">;
