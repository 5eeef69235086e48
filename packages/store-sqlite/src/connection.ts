import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { BoundedCache } from "@tablewright/core/compiler";
import type { Budgets, RenderedSql, RowParts, SqlValue } from "@tablewright/store-sql";
import { registerFunctions } from "./register-functions.ts";
import { HELD_TOO_LONG, type RunningStatement, Spending } from "./running-statement.ts";
import { SqliteError } from "./sqlite-error.ts";

/** A connection to a file. Keeps its prepared statements; what SQLite throws comes out as a `SqliteError` where it is one. */
export class SqliteConnection {
  readonly #file: string;
  readonly #database: DatabaseSync;
  #running: RunningStatement | undefined;
  readonly #statements = new BoundedCache<string, ReadingStatement>(MOST_CHARACTERS_KEPT, weightOf);
  readonly #scanning = new BoundedCache<string, boolean>(MOST_CHARACTERS_KEPT, weightOf);

  /** Throws when the file cannot be opened. `timeout` is how long, in milliseconds, to wait for other programs. */
  constructor(file: string, options: { readonly readOnly: boolean; readonly timeout: number }) {
    this.#file = file;
    this.#database = this.#guarded(() => new DatabaseSync(file, options));
    this.#running = registerFunctions(this.#database);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** How many statements it keeps prepared. */
  get statements(): number {
    return this.#statements.size;
  }

  /** Runs statements without values and without an answer. */
  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  /**
   * Whether SQLite would look at every row of `t`, the table that a statement is about, before it is done; for groups it does
   * so also by an index.
   */
  scans(sql: string, isGrouped = false): boolean {
    return this.#scanning.getOrMake(sql, () => {
      const steps = this.#guarded(() => this.#prepare(`explain query plan ${sql}`).all([]));
      const details = steps.map((step) => String(step.at(-1)));
      // What is after a fence comes first, and is then scanned under the same name.
      const first = details.find((detail) => /^(?:SCAN|SEARCH) (?:t|source)( |$)/u.test(detail));
      if (first === undefined || first.startsWith("SEARCH")) return false;
      return (
        isGrouped ||
        first === "SCAN t" ||
        first === "SCAN source" ||
        details.includes("USE TEMP B-TREE FOR ORDER BY")
      );
    });
  }

  /** As much of what a statement answers on the budgets of a request as it gives until `heldUntil`, and at most `most` rows. */
  readWithin(
    budgets: Budgets,
    statement: RenderedSql,
    heldUntil: number,
    most = Number.POSITIVE_INFINITY,
  ): ReadRows {
    const reading = this.begin(budgets, statement, most);
    try {
      return reading.readOn(heldUntil, heldUntil);
    } finally {
      reading.close();
    }
  }

  /** Begins to read what a statement answers on the budgets of a request, at most `most` rows. */
  begin(budgets: Budgets, { text, values }: RenderedSql, most: number): BegunReading {
    let taken = { rows: [] as SqlValue[][], characters: 0 };
    const all = new Spending(budgets);
    const statement = this.#guarded(() => this.#prepared(text));
    let reading = this.#guarded(() => statement.iterate(values));
    const readOn = (pauseAt: number, heldUntil: number): ReadRows => {
      const spending = new Spending(budgets);
      this.#running?.begin(budgets, heldUntil);
      try {
        const stop = this.#guarded(() => takeRows(reading, taken, spending, pauseAt, most));
        if (stop === "full") spending.giveBack();
        return { rows: taken.rows, isWhole: stop === "end", isPaused: stop === "paused" };
      } catch (error) {
        if (statement.nowReadsLarge(error)) {
          all.giveBack();
          taken = { rows: [], characters: 0 };
          reading = this.#guarded(() => statement.iterate(values));
          return readOn(pauseAt, heldUntil);
        }
        this.#statements.delete(text); // one that was stopped reports that again when it is to begin again
        if (error !== HELD_TOO_LONG) throw error;
        spending.giveBack();
        return { rows: taken.rows, isWhole: false, isPaused: false };
      } finally {
        this.#running?.end();
      }
    };
    return { readOn, close: () => reading.return?.() };
  }

  /** The rows of a statement that reads them as they lie, a part at a time, by a statement of its own. */
  readInParts({ text, values }: RenderedSql): RowParts {
    const statement = this.#guarded(() => this.#prepare(text));
    let reading = this.#guarded(() => statement.iterate(values));
    let count = 0;
    const nextRow = () => {
      try {
        return reading.next();
      } catch (error) {
        if (!statement.nowReadsLarge(error)) throw error;
        reading = statement.iterate(values);
        for (let passed = 0; passed < count; passed++) reading.next();
        return reading.next();
      }
    };
    return {
      next: () =>
        this.#guarded(() => {
          const rows: SqlValue[][] = [];
          const until = performance.now() + LONGEST_PART;
          while (rows.length < ROWS_AT_ONCE && (rows.length % ROWS_UNSEEN > 0 || performance.now() < until)) {
            const { done, value } = nextRow();
            if (done) return rows.length > 0 ? rows : undefined;
            rows.push(value);
            count++;
          }
          return rows;
        }),
      close: () => reading.return?.(),
    };
  }

  /** The rows that a statement answers. */
  all(sql: string, values: readonly SqlValue[] = []): SqlValue[][] {
    return this.#guarded(() => this.#prepared(sql).all(values));
  }

  /** The first row that a statement answers. */
  get(sql: string, values: readonly SqlValue[] = []): SqlValue[] | undefined {
    return this.#guarded(() => this.#prepared(sql).get(values));
  }

  /** How many rows a statement has changed. */
  run(sql: string, values: readonly SqlValue[] = []): number {
    return this.#guarded(() => this.#prepared(sql).run(values));
  }

  /** Copies the whole database into a file, which is overwritten; what is copied is what the connection sees. */
  async copyTo(copy: string): Promise<void> {
    try {
      await backup(this.#database, copy, { rate: PAGES_AT_ONCE });
    } catch (error) {
      throw SqliteError.of(error, copy);
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): ReadingStatement {
    return this.#statements.getOrMake(sql, () => this.#prepare(sql));
  }

  #prepare(sql: string): ReadingStatement {
    return new ReadingStatement(this.#database.prepare(sql));
  }

  #guarded<T>(work: () => T): T {
    try {
      const answer = work();
      const thrown = this.#running?.takeThrown();
      if (thrown === undefined) return answer;
      throw thrown;
    } catch (error) {
      throw SqliteError.of(this.#running?.takeThrown() ?? error, this.#file);
    }
  }
}

/** The first rows of a statement, without any that was read only in part or is too much; what these spent is given back. */
interface ReadRows {
  readonly rows: SqlValue[][];
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** Whether the reading was stopped between two rows, so that it can go on from there. */
  readonly isPaused: boolean;
}

/** A statement whose rows are read a part at a time. Nothing may change what it reads until it is closed. */
interface BegunReading {
  /** Reads on until `pauseAt` between two rows, or `heldUntil` within one, and answers all rows that were read. */
  readOn(pauseAt: number, heldUntil: number): ReadRows;
  close(): void;
}

/** Why no more rows were read. The first row is taken in any case. */
function takeRows(
  reading: IterableIterator<SqlValue[]>,
  taken: { readonly rows: SqlValue[][]; characters: number },
  spending: Spending,
  pauseAt: number,
  most: number,
): "end" | "paused" | "full" {
  const { rows } = taken;
  for (;;) {
    const { done, value: row } = reading.next();
    if (done) return "end";
    if (rows.length >= most || taken.characters > MOST_CHARACTERS) return "full";
    rows.push(row);
    spending.keep();
    for (const value of row) if (typeof value === "string") taken.characters += value.length;
    if (rows.length % ROWS_UNSEEN === 0 && performance.now() > pauseAt) return "paused";
  }
}

/** Rows read between two looks at the clock. */
const ROWS_UNSEEN = 4;

/** Rows of a part, and the milliseconds after which it ends. */
const ROWS_AT_ONCE = 1_000;
const LONGEST_PART = 8;

/** Characters that are read before others are sent, some of which take two bytes. */
const MOST_CHARACTERS = 8_388_608;

/** About 8 MB are copied at a time. */
const PAGES_AT_ONCE = 2_000;

/** A prepared statement takes some tens of bytes for each character of its text, and conditions have as many shapes as callers think of. */
const MOST_CHARACTERS_KEPT = 262_144;

/** Short ones count as more, so that there are at most 500. */
function weightOf(text: string): number {
  return Math.max(text.length, MOST_CHARACTERS_KEPT / 500);
}

/**
 * A prepared statement whose rows are arrays. Whole numbers that are not exact in a number of JavaScript, which other programs may
 * have written, are an error until it `readsLarge`, and then texts: to look at each number costs time.
 */
class ReadingStatement {
  readonly #statement: StatementSync;
  #readsLarge = false;

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    this.#statement = statement;
  }

  /** Whether the error says that a number was too large, and the statement can be run again with such numbers as texts. */
  nowReadsLarge(error: unknown): boolean {
    if (this.#readsLarge || (error as { code?: unknown }).code !== "ERR_OUT_OF_RANGE") return false;
    this.#statement.setReadBigInts(true);
    this.#readsLarge = true;
    return true;
  }

  all(values: readonly SqlValue[]): SqlValue[][] {
    return this.#repeated(() => {
      const rows = this.#statement.all(...values) as unknown as SqlValue[][];
      return this.#readsLarge ? rows.map(withoutBigInts) : rows;
    });
  }

  get(values: readonly SqlValue[]): SqlValue[] | undefined {
    return this.#repeated(() => {
      const row = this.#statement.get(...values) as unknown as SqlValue[] | undefined;
      return row !== undefined && this.#readsLarge ? withoutBigInts(row) : row;
    });
  }

  /** The rows one by one; who reads them asks `nowReadsLarge` of what is thrown. */
  iterate(values: readonly SqlValue[]): IterableIterator<SqlValue[]> {
    const rows = this.#statement.iterate(...values) as unknown as IterableIterator<SqlValue[]>;
    return this.#readsLarge ? withoutBigIntsOf(rows) : rows;
  }

  run(values: readonly SqlValue[]): number {
    return Number(this.#statement.run(...values).changes);
  }

  #repeated<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (this.nowReadsLarge(error)) return read();
      throw error;
    }
  }
}

function* withoutBigIntsOf(rows: IterableIterator<SqlValue[]>): IterableIterator<SqlValue[]> {
  for (const row of rows) yield withoutBigInts(row);
}

function withoutBigInts(row: readonly (SqlValue | bigint)[]): SqlValue[] {
  return row.map((value) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  });
}
