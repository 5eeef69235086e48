import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import type { Meter } from "@tablewright/core/expression";
import type { SqlValue } from "@tablewright/store-sql";
import { type RunningStatement, registerFunctions } from "./register-functions.ts";
import { SqliteFault } from "./sqlite-fault.ts";
import { StatementCache } from "./statement-cache.ts";

/** A connection to a file. Keeps its prepared statements; what SQLite throws comes out as a `SqliteFault` where it is one. */
export class Connection {
  readonly #file: string;
  readonly #database: DatabaseSync;
  #running: RunningStatement | undefined;
  readonly #statements = new StatementCache<StatementSync>(MOST_STATEMENTS);

  /** Throws when the file cannot be opened. `timeout` is how long, in milliseconds, to wait for other programs. */
  constructor(file: string, options: { readonly readOnly: boolean; readonly timeout: number }) {
    this.#file = file;
    this.#database = this.#guarded(() => new DatabaseSync(file, options));
    this.#running = registerFunctions(this.#database);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs statements without values and without an answer. */
  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /** The rows that a statement answers, which searches rows on the budgets of a request. */
  allWithin(budgets: Budgets, sql: string, values: readonly SqlValue[]): SqlValue[][] {
    if (this.#running !== undefined) Object.assign(this.#running, budgets);
    return this.all(sql, values);
  }

  /** The same a part at a time; the statement is under way until it is read to its end or returned from. */
  *partsWithin(budgets: Budgets, sql: string, values: readonly SqlValue[]): Generator<SqlValue[][], void> {
    const reading = this.#guarded(() => this.#prepare(sql).iterate(...values));
    try {
      for (;;) {
        if (this.#running !== undefined) Object.assign(this.#running, budgets); // others may have had their turn meanwhile
        const part = this.#guarded(() => takeRows(reading));
        if (part.length > 0) yield part;
        if (part.length < PART) return;
      }
    } finally {
      reading.return?.();
    }
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

  /** Copies the whole database into a file, which is overwritten; what is copied is what the connection sees. */
  async copyTo(copy: string): Promise<void> {
    try {
      await backup(this.#database, copy, { rate: PAGES_AT_ONCE });
    } catch (error) {
      throw SqliteFault.of(error, copy);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    return this.#statements.get(sql, () => this.#prepare(sql));
  }

  #prepare(sql: string): StatementSync {
    const made = this.#database.prepare(sql);
    made.setReturnArrays(true);
    return made;
  }

  #guarded<T>(work: () => T): T {
    try {
      const answer = work();
      const thrown = this.#running?.takeThrown();
      if (thrown === undefined) return answer;
      throw thrown;
    } catch (error) {
      throw SqliteFault.of(this.#running?.takeThrown() ?? error, this.#file);
    }
  }
}

/** What a statement spends of: the request's budget, and that of its security filters. */
export interface Budgets {
  readonly meter: Meter;
  readonly filterMeter: Meter;
}

/** The next rows; fewer than a part of them when there are no more. */
function takeRows(reading: Iterator<unknown>): SqlValue[][] {
  const part: SqlValue[][] = [];
  while (part.length < PART) {
    const next = reading.next();
    if (next.done) break;
    part.push(next.value as SqlValue[]);
  }
  return part;
}

/** Rows that are read before others have their turn: a millisecond or two. */
const PART = 1_000;

/** About 8 MB are copied at a time. */
const PAGES_AT_ONCE = 2_000;

/** Those of a store's own and of some hundred shapes of conditions. */
const MOST_STATEMENTS = 500;
