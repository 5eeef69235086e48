/** How a transaction begins. */
export interface Begin {
  readonly begin: string;
  /** Statements after it, without values. */
  readonly prepare?: string;
  /** What is read at once. */
  readonly told?: string;
}
