/** Where several servers keep together how much has been taken of their limits in time, such as a table of a database. */
export interface SharedRates {
  /**
   * Adds what one server has taken since it last did, and answers what all of them together have taken and has not come back.
   * Rejects when it cannot; a server then goes on by its own count.
   */
  exchange(taken: readonly TakenTime[]): Promise<readonly TakenTime[]>;
}

/** Calls of a key, a person or an address, as the time in which they come back. */
export interface TakenTime {
  readonly name: string;
  readonly milliseconds: number;
}
