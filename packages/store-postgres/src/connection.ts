import type { Meter } from "@tablewright/core/storage";
import {
  type Bound,
  type SqlConnection,
  type SqlValue,
  statementLimit,
  timeOver,
} from "@tablewright/store-sql";
import type { CustomTypesConfig, QueryArrayResult } from "pg";
import { isPostgresError } from "./postgres-error.ts";
import { readColumnTypes } from "./types.ts";

/** What is sent to a database; statements without values may be several. */
interface Query {
  /** Under which the connection keeps it. */
  readonly name?: string;
  readonly text: string;
  readonly values?: PostgresParameter[];
  readonly rowMode: "array";
  /** How cells are read, where it is another way than that of the connection. */
  readonly types?: CustomTypesConfig;
}

/** A value that is bound; bytes are in PostgreSQL's own form. */
type PostgresParameter = Bound | Uint8Array;

/** Sends a query; what breaks it comes out as a `PostgresError`. */
export type Send = (query: Query) => Promise<QueryArrayResult<SqlValue[]>>;

export const COMMIT: Query = { text: "commit", rowMode: "array" };

/** A connection to a database while it is taken from the pool. */
export class PostgresConnection implements SqlConnection {
  readonly #send: Send;
  readonly #names: StatementNames;
  readonly #begun: (() => Promise<unknown>) | undefined;
  #limit = 0;
  /** The budget of the last search, in whose time the statements after it are, too. */
  #meter: Meter | undefined;
  #cursors = 0;
  #conflict: unknown;

  /** `begun` settles when its transaction has begun, where statements may be sent before. */
  constructor(send: Send, names: StatementNames, begun?: () => Promise<unknown>) {
    this.#begun = begun;
    this.#send = (query) =>
      send(query).catch((error: unknown) => {
        if (isPostgresError(error, "conflict")) this.#conflict ??= error;
        throw this.#meter === undefined ? error : causeWithin(this.#meter, error);
      });
    this.#names = names;
  }

  /** What said that others were in the way of the transaction, whatever was made of it; undefined while nothing has. */
  get conflict(): unknown {
    return this.#conflict;
  }

  /** Runs statements without values; answers what the last one says it did, such as `COMMIT`. */
  async exec(sql: string): Promise<string> {
    return (await this.#last(sql)).command;
  }

  /** Runs statements without values; answers the rows of the last one, as far as `cells` reads them. */
  async read(sql: string, cells?: BoundedCells): Promise<SqlValue[][]> {
    return (await this.#last(sql, cells)).rows;
  }

  /** The rows that a statement answers, as far as `cells` reads them. It is prepared once on each connection. */
  async all(
    sql: string,
    values: readonly PostgresParameter[] = [],
    cells?: BoundedCells,
  ): Promise<SqlValue[][]> {
    return (await this.#run(sql, values, cells)).rows;
  }

  /** The first row that a statement answers. */
  async get(sql: string, values: readonly PostgresParameter[] = []): Promise<SqlValue[] | undefined> {
    return (await this.all(sql, values))[0];
  }

  /** How many rows a statement has changed. */
  async run(sql: string, values: readonly PostgresParameter[] = []): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  /** A name for a cursor that no other of the connection has. */
  nameCursor(): string {
    this.#cursors++;
    return `tablewright_reading_${this.#cursors}`;
  }

  /** A transaction begins when others let it, which is no time of a request. */
  async begunBefore(meter: Meter): Promise<void> {
    if (this.#begun !== undefined) await meter.waitFor(this.#begun);
  }

  /** Each statement that follows in the transaction has the time that a request has left; sent only where it matters. */
  async limitTime(meter: Meter): Promise<void> {
    this.#meter = meter;
    const limit = statementLimit(meter, this.#limit);
    if (limit === undefined) return;
    this.#limit = limit;
    await this.#run(LIMIT_TIME, [String(limit), String(Math.ceil(limit * WAITING_SHARE))]);
  }

  async #last(text: string, cells?: BoundedCells): Promise<QueryArrayResult<SqlValue[]>> {
    const answered: QueryArrayResult<SqlValue[]> | QueryArrayResult<SqlValue[]>[] = await this.#send({
      text,
      rowMode: "array",
      ...read(cells),
    });
    return Array.isArray(answered) ? (answered.at(-1) as QueryArrayResult<SqlValue[]>) : answered;
  }

  #run(
    text: string,
    values: readonly PostgresParameter[],
    cells?: BoundedCells,
  ): Promise<QueryArrayResult<SqlValue[]>> {
    const name = this.#names.of(text);
    const query: Query = { text, values: [...values], rowMode: "array", ...read(cells) };
    return this.#send(name === undefined ? query : { name, ...query });
  }
}

function read(cells: BoundedCells | undefined): Pick<Query, "types"> {
  return cells === undefined ? {} : { types: cells.types };
}

/** Who waits for a lock gives up before a statement that computes, so that it is known which of the two was over. */
const LIMIT_TIME = "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)";

const WAITING_SHARE = 0.8;

/**
 * What an error says to a request: where a statement was cut off as its time was over, what the evaluator says then. One
 * that was cut off before, such as by an operator or while it waited for another's lock, is an error of the database.
 */
function causeWithin(meter: Meter, error: unknown): unknown {
  return isPostgresError(error, "timeout") ? (timeOver(meter) ?? error) : error;
}

/**
 * The names under which connections keep their prepared statements. Conditions have as many shapes as callers think of,
 * and no connection forgets one: a statement gets a name when it comes a second time, and only so many do.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #given = 0;
  readonly #beginning: string;
  readonly #most: number;

  /** At most so many names, which begin in this way. */
  constructor(beginning: string, most: number) {
    this.#beginning = beginning;
    this.#most = most;
  }

  get size(): number {
    return this.#names.size;
  }

  /** Whatever comes again gets another name, and so is prepared once more. */
  forget(): void {
    this.#names.clear();
  }

  /** Undefined for a statement that is not kept. */
  of(sql: string): string | undefined {
    if (sql.length > LONGEST_NAMED) return undefined;
    const existing = this.#names.get(sql);
    if (existing !== undefined || this.#names.size >= this.#most) return existing;
    if (!this.#seen.delete(sql)) {
      if (this.#seen.size >= MOST_NAMES) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    const name = `${this.#beginning}${++this.#given}`;
    this.#names.set(sql, name);
    return name;
  }
}

/** A prepared statement takes some kilobytes of the server, on each connection. */
export const MOST_NAMES = 1_000;

/** Characters of such a statement, which is kept here as well. */
const LONGEST_NAMED = 20_000;

/**
 * Reads the cells of one answer while they have at most so many characters together. Those after them are left out, so that the
 * answer takes no more memory however much the database sends: it is cut then, and has to be asked for in smaller parts.
 */
export class BoundedCells {
  readonly types: CustomTypesConfig;
  readonly #most: number;
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
    this.types = {
      getTypeParser: ((type: number, format: "text") => {
        const parse = readColumnTypes.getTypeParser(type, format) as (text: string) => unknown;
        return (text: string) => {
          this.#characters += text.length;
          return this.isCut ? null : parse(text);
        };
      }) as CustomTypesConfig["getTypeParser"],
    };
  }

  /** The characters that were sent. */
  get characters(): number {
    return this.#characters;
  }

  get isCut(): boolean {
    return this.#characters > this.#most;
  }
}
