/** Something that a store makes use of where its database has it, for people who look after it. */
export interface Capability {
  /** Such as `cursors`. */
  readonly name: string;
  /** Why it is not there, in the words of the database; missing where it is there. */
  readonly missing?: string;
  /** What is done without it: a clause such as `many rows come at once`. */
  readonly otherwise: string;
}

/** What a store has found out about its database. */
export interface Capabilities {
  /** The database and its version, such as `PostgreSQL 18.4`. */
  readonly product: string;
  readonly all: readonly Capability[];
}
