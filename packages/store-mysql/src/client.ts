import type { Bound, Heartbeat, OpenTransaction, SqlValue } from "@tablewright/store-sql";
import mysql, { type ExecuteValues, type PoolConnection } from "mysql2";
import { MysqlError } from "./mysql-error.ts";

/** What a statement answers: rows, or how many it has changed. */
export interface MysqlAnswer {
  readonly rows: SqlValue[][];
  readonly changed: number;
}

/** The rows of an answer as far as they were not too long. */
export interface BoundedAnswer {
  readonly rows: SqlValue[][];
  /** Those of all rows that were sent. */
  readonly characters: number;
  readonly isCut: boolean;
}

type Watch = <T>(work: Promise<T>) => Promise<T>;

/** A connection to a server while it is taken from the pool. What breaks it comes out as a `MysqlError`. */
export class MysqlClient {
  /** Milliseconds after which the server gives up a statement; 0 is never. */
  limit = Number.NaN;
  /** The bytes that the server takes at once. */
  largest = Number.POSITIVE_INFINITY;
  readonly #raw: PoolConnection;
  readonly #place: string;
  readonly #watch: Watch;
  #open: OpenTransaction | undefined;

  /** `watch` rejects when the server is found not to answer any more. */
  constructor(raw: PoolConnection, place: string, watch: Watch) {
    this.#raw = raw;
    this.#place = place;
    this.#watch = (answer) => watch(this.#open?.note(answer) ?? answer);
  }

  /** To be called when the connection is taken from the pool. */
  take(heartbeat: Heartbeat): this {
    this.#open = heartbeat.begin(
      () =>
        new Promise((resolve, reject) =>
          this.#raw.ping((error) => (error ? reject(error) : resolve(undefined))),
        ),
    );
    return this;
  }

  /** Sends statements without values, which may be several; answers what the last one does. */
  query(sql: string): Promise<MysqlAnswer> {
    return this.#answer(sql.includes(";"), (done) => this.#raw.query({ sql, rowsAsArray: true }, done));
  }

  /** Sends one statement with its values; it is prepared once on each connection. */
  execute(sql: string, values: readonly Bound[]): Promise<MysqlAnswer> {
    const bound = values.map(written);
    this.#refuseLong(values);
    return this.#answer(false, (done) => this.#raw.execute({ sql, rowsAsArray: true }, bound, done));
  }

  /** As `execute`; rows after those that have `most` characters together are left out, however many the server sends. */
  executeWithin(most: number, sql: string, values: readonly Bound[]): Promise<BoundedAnswer> {
    const bound = values.map(written);
    this.#refuseLong(values);
    const answer = new Promise<BoundedAnswer>((resolve, reject) => {
      const rows: SqlValue[][] = [];
      let characters = 0;
      const command = this.#raw.execute({ sql, rowsAsArray: true }, bound);
      command.on("result", (sent) => {
        const row = sent as unknown as SqlValue[];
        characters += charactersOf(row);
        if (characters <= most) rows.push(row);
      });
      command.on("error", (error) => reject(MysqlError.of(error, this.#place)));
      command.on("end", () => resolve({ rows, characters, isCut: characters > most }));
    });
    return this.#watch(answer);
  }

  /** Gives the connection back, or breaks it off. */
  release(isBroken: boolean): void {
    this.#open?.end();
    if (isBroken) this.#raw.destroy();
    else this.#raw.release();
  }

  #answer(
    isMany: boolean,
    send: (done: (error: unknown, result: unknown) => void) => unknown,
  ): Promise<MysqlAnswer> {
    const answer = new Promise<MysqlAnswer>((resolve, reject) => {
      send((error, result) => {
        if (error) return reject(MysqlError.of(error, this.#place));
        const last = isMany && Array.isArray(result) ? result.at(-1) : result;
        if (Array.isArray(last)) resolve({ rows: last as SqlValue[][], changed: 0 });
        else resolve({ rows: [], changed: Number((last as { affectedRows?: number }).affectedRows ?? 0) });
      });
    });
    return this.#watch(answer);
  }

  /** The server breaks off a connection that sends more at once than it takes. */
  #refuseLong(values: readonly Bound[]): void {
    let units = 0;
    for (const value of values) if (typeof value === "string") units += value.length;
    if (units * 3 < this.largest - SPARE) return;
    const bytes = values.reduce<number>((sum, value) => sum + Buffer.byteLength(String(value)), 0);
    if (bytes < this.largest - SPARE) return;
    throw new Error(
      `${this.#place} takes at most ${this.largest} bytes at once, and a row has ${bytes}; raise max_allowed_packet.`,
    );
  }
}

function charactersOf(row: readonly SqlValue[]): number {
  let characters = 0;
  for (const value of row) if (typeof value === "string") characters += value.length;
  return characters;
}

/** Read once: the driver looks for a module each time that it is read. */
const { TypedParameter } = mysql;

/** Whole numbers go as such, since LIMIT takes no other; any other number goes bit by bit. */
function written(value: Bound): ExecuteValues {
  if (typeof value === "number" && Number.isSafeInteger(value))
    return TypedParameter.LONGLONG(value) as unknown as ExecuteValues;
  return value as SqlValue;
}

/** Bytes for what is around the values. */
const SPARE = 65_536;
