/** How a transaction begins. */
export interface Begin {
  readonly begin: string;
  /** Statements after it, without values. */
  readonly prepare?: string;
  /** What a policy of the database may ask of the call, by the names of settings, which have these values until its end. */
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** What is read at once. */
  readonly told?: string;
  /** Whether the work is begun while the transaction is, and its first statement travels with these. */
  readonly travels?: boolean;
  /** Whether the transaction ends with a rollback: what it does is only tried. */
  readonly takesBack?: boolean;
}
