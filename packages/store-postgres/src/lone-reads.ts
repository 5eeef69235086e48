import type { Bound, SqlValue, TakenSnapshots } from "@tablewright/store-sql";
import { PostgresConnection, type Send } from "./connection.ts";
import { mayBeginPostgresAgain } from "./postgres-error.ts";
import type { StatementNames } from "./statement-names.ts";
import { ATTEMPTS } from "./transaction.ts";

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
