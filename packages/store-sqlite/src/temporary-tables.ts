/** Temporary tables of a connection for the results of searches, used again when they were given back. */
export class TemporaryTables {
  readonly #connection: Connecting;
  readonly #used = new Set<string>();

  constructor(connection: Connecting) {
    this.#connection = connection;
  }

  /** An empty table with the columns `value` and `beside`; of a set it keeps each value once. */
  take(isSet: boolean): string {
    const kind = isSet ? "set" : "list";
    let number = 1;
    while (this.#used.has(`tw_${kind}_${number}`)) number++;
    const name = `tw_${kind}_${number}`;
    // A rollback takes it away, with what it holds.
    this.#connection.run(
      `create temp table if not exists ${name} (value${isSet ? " primary key" : ""}, beside)`,
    );
    this.#used.add(name);
    return name;
  }

  giveBack(name: string): void {
    if (this.#connection.isInTransaction) this.#connection.run(`delete from temp.${name}`);
    this.#used.delete(name);
  }
}

/** The connection that has them. */
interface Connecting {
  readonly isInTransaction: boolean;
  run(sql: string): unknown;
}
