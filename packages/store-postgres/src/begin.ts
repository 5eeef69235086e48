/** How a transaction begins. */
export interface Begin {
  readonly begin: string;
  /** Statements after it, without values. */
  readonly prepare?: string;
  /** What is read at once. */
  readonly told?: string;
  /** Whether the work is begun while the transaction is, and its first statement travels with these. */
  readonly travels?: boolean;
}
