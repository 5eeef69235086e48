import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqlValue } from "@tablewright/store-sql";
import { SqliteFault } from "./sqlite-fault.ts";

/** A connection to a file. Keeps its prepared statements; what SQLite throws comes out as a `SqliteFault` where it is one. */
export class Connection {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Throws when the file cannot be opened. `timeout` is how long, in milliseconds, to wait for other programs. */
  constructor(file: string, options: { readonly readOnly: boolean; readonly timeout: number }) {
    this.#file = file;
    this.#database = this.#guarded(() => new DatabaseSync(file, options));
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs statements without values and without an answer. */
  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /** The rows that a statement answers. */
  all(sql: string, values: readonly SqlValue[] = []): SqlValue[][] {
    return this.#guarded(() => this.#prepared(sql).all(...values) as unknown as SqlValue[][]);
  }

  /** The first row that a statement answers. */
  get(sql: string, values: readonly SqlValue[] = []): SqlValue[] | undefined {
    return this.#guarded(() => this.#prepared(sql).get(...values) as unknown as SqlValue[] | undefined);
  }

  /** How many rows a statement has changed. */
  run(sql: string, values: readonly SqlValue[] = []): number {
    return this.#guarded(() => Number(this.#prepared(sql).run(...values).changes));
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    made.setReturnArrays(true);
    this.#statements.set(sql, made);
    return made;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw SqliteFault.of(error, this.#file);
    }
  }
}
