import type { Bound, SqlValue, TakenSnapshots } from "@tablewright/store-sql";
import { COMMIT, PostgresConnection, type Send, type StatementNames } from "./connection.ts";
import { mayBeginPostgresAgain } from "./postgres-error.ts";

/** A transaction that begins: the statements that begin it are under way, and others can be sent after them. */
export interface Beginning {
  readonly send: Send;
  /** The rows of the last statement that begins. */
  readonly begun: Promise<SqlValue[][]>;
  /** Gives the connection back; once. */
  readonly release: (isBroken: boolean) => void;
}

/**
 * A transaction whose work sends its first statement while it begins, so that both travel together. Where beginning meets an
 * error, nothing was done yet: it begins on another connection, and the statement is sent again.
 */
export class Transaction {
  readonly #begin: () => Promise<Beginning>;
  #beginning: Beginning;
  #again: Promise<void> | undefined;
  #attempts = 1;

  private constructor(begin: () => Promise<Beginning>, beginning: Beginning) {
    this.#begin = begin;
    this.#beginning = beginning;
  }

  /** Begins one; rejects when there is no connection for it. */
  static async begin(begin: () => Promise<Beginning>): Promise<Transaction> {
    return new Transaction(begin, await begin());
  }

  readonly send: Send = async (query) => {
    const beginning = this.#beginning;
    const sent = beginning.send(query);
    sent.catch(() => undefined); // after an error of the beginning that one is thrown
    return (await this.#hasBegun(beginning)) ? sent : this.send(query);
  };

  /** The rows of the last statement that begins. */
  async begun(): Promise<SqlValue[][]> {
    const beginning = this.#beginning;
    return (await this.#hasBegun(beginning)) ? beginning.begun : this.begun();
  }

  /**
   * Ends one that has only read. What was read is true however it ends, so nothing waits for that. It is committed, so that the
   * database goes on to keep writers from what would make it untrue.
   */
  end(): void {
    this.#beginning.send(COMMIT).then(
      () => this.release(false),
      () => this.release(true),
    );
  }

  /** Gives its connection back after it has ended. */
  release(isBroken: boolean): void {
    this.#beginning.release(isBroken);
  }

  /** Rejects with what hindered it, unless it begins again. */
  async #hasBegun(beginning: Beginning): Promise<boolean> {
    try {
      await beginning.begun;
      return true;
    } catch (error) {
      if (beginning !== this.#beginning) return false;
      this.#again ??= this.#beginAgain(error);
      await this.#again;
      return false;
    }
  }

  async #beginAgain(error: unknown): Promise<void> {
    if (this.#attempts >= ATTEMPTS || !mayBeginPostgresAgain(error)) throw error;
    this.#attempts++;
    this.#beginning.release(true);
    this.#beginning = await this.#begin();
    this.#again = undefined;
  }
}

/** More than a pool has connections, so that a restart of the server, which breaks them all, is not felt. */
const ATTEMPTS = 12;

/** A connection that is taken until it is released. */
interface Taken {
  readonly send: Send;
  readonly release: (isBroken: boolean) => void;
}

/** A connection for the reads of a round, and how many of them have not ended. */
interface Carrier {
  readonly connection: Promise<Taken>;
  readers: number;
  isRefused: boolean;
  isBroken: boolean;
}

/**
 * Statements that only read, each a snapshot by itself. Those of one text that are asked for in one round of the event loop travel
 * together over one connection: to wake a process of the server costs more than to read a row.
 */
export class LoneReads {
  readonly #connect: () => Promise<Taken>;
  readonly #names: StatementNames;
  readonly #snapshots: TakenSnapshots;
  /** Those of this round, by the text of their statements. */
  readonly #carriers = new Map<string, Carrier>();

  constructor(connect: () => Promise<Taken>, names: StatementNames, snapshots: TakenSnapshots) {
    this.#connect = connect;
    this.#names = names;
    this.#snapshots = snapshots;
  }

  /** The rows of a statement, which sees what is committed when it begins; it is sent again where its connection breaks. */
  async read(sql: string, values: readonly Bound[]): Promise<SqlValue[][]> {
    for (let attempt = 1; ; attempt++) {
      const carrier = this.#carrierOf(sql);
      try {
        return await this.#snapshots.add(this.#readOn(carrier, sql, values));
      } catch (error) {
        if (carrier.isRefused || attempt >= ATTEMPTS || !mayBeginPostgresAgain(error)) throw error;
      }
    }
  }

  #carrierOf(sql: string): Carrier {
    const current = this.#carriers.get(sql);
    if (current !== undefined && current.readers < MOST_TOGETHER) return current;
    const round = new Promise<void>((resolve) => setImmediate(resolve));
    const connection = round.then(() => {
      if (this.#carriers.get(sql) === carrier) this.#carriers.delete(sql);
      return this.#connect();
    });
    const carrier: Carrier = { connection, readers: 0, isRefused: false, isBroken: false };
    connection.catch(() => {
      carrier.isRefused = true;
    });
    this.#carriers.set(sql, carrier);
    return carrier;
  }

  async #readOn(carrier: Carrier, sql: string, values: readonly Bound[]): Promise<SqlValue[][]> {
    carrier.readers++;
    const { send, release } = await carrier.connection;
    try {
      return await new PostgresConnection(send, this.#names).all(sql, values);
    } catch (error) {
      carrier.isBroken = true;
      throw error;
    } finally {
      carrier.readers--;
      if (carrier.readers === 0) release(carrier.isBroken);
    }
  }
}

/** Statements on one connection, which carries them out one after the other. */
const MOST_TOGETHER = 16;
