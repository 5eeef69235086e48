/** How a file is used; what is not said is as safe as it can be. */
export interface SqliteOptions {
  /** Do not wait for the disk: a loss of power may take back the last changes, though it leaves none half. */
  readonly acceptsLoss?: boolean;
  /** Refuse a file that is not there instead of making it. */
  readonly mustExist?: boolean;
  /**
   * Open the file only for reading and make nothing in it. Where it has no tables of ours, the store `keepsNothing`. Next to a file in
   * write-ahead mode SQLite needs its two others, and makes them where they are missing.
   */
  readonly readOnly?: boolean;
  /**
   * Whether nothing is made: what opening would make is tried, and taken back. Where the file lacks tables of ours, the store
   * `keepsNothing`, and its `planOpen` returns what opening would do.
   */
  readonly dryRun?: boolean;
  /** How many milliseconds a write waits for another program that writes; 5,000 when left out. */
  readonly longestWait?: number;
}
