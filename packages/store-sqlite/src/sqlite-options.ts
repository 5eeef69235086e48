/** How a file is used; what is not said is as safe as it can be. */
export interface SqliteOptions {
  /** Do not wait for the disk: a loss of power may take back the last changes, though it leaves none half. */
  readonly acceptsLoss?: boolean;
  /** Refuse a file that is not there instead of making it. */
  readonly mustExist?: boolean;
  /** How many milliseconds a write waits for another program that writes; 5,000 when left out. */
  readonly longestWait?: number;
}
