import type { Connections } from "@tablewright/core/storage";
import { type Bound, Lane, Pulse, quoteName, type SqlValue, TakenSnapshots } from "@tablewright/store-sql";
import { Client, Pool } from "pg";
import { columnTypes } from "./column-types.ts";
import { Connection, StatementNames } from "./connection.ts";
import { HealthCheck } from "./health-check.ts";
import { mayBeginAgain, PostgresError } from "./postgres-error.ts";
import type { PostgresOptions } from "./postgres-options.ts";
import { ATTEMPTS, type Beginning, Snapshot } from "./snapshot.ts";

/** The connections to one database. A broken one is replaced, and breaks nothing but the transaction it is in. */
export class Database {
  /** How people call it; never with a password. */
  readonly place: string;
  /** How many transactions may write at the same time. */
  readonly mostWriters: number;
  readonly #pool: Pool;
  readonly #health: HealthCheck;
  readonly #pulse: Pulse;
  /** Reads that may take long leave connections to the others. */
  readonly #searches: Lane;
  readonly #names = new StatementNames("tablewright_");
  /** Plans stay with prepared statements, and those of writes are made without scans. */
  readonly #namesInWrites = new StatementNames("tablewright_write_");
  readonly #snapshots = new TakenSnapshots();

  constructor({ schema, acceptsLoss: _, ...options }: PostgresOptions) {
    const config = { ...DEFAULTS, ...options, types: columnTypes, pipeline: true };
    const { host, port, database } = new Client(config);
    this.place = `The database "${database ?? ""}" at ${host}:${port}`;
    this.#health = new HealthCheck(config, this.place);
    this.#pulse = new Pulse(
      () => this.#health.ask(),
      () => new PostgresError(`${this.place} does not answer any more.`),
    );
    this.mostWriters = Math.max(1, (config.max ?? MOST_CONNECTIONS) - KEPT_FREE);
    this.#searches = new Lane(this.mostWriters);
    this.#pool = new Pool({
      ...config,
      onConnect: async (client) => {
        // A connection can break while nobody waits for it; the next call on it tells.
        client.on("error", () => {});
        const path = schema === undefined ? "" : `; set search_path to ${quoteName(schema)}`;
        await client.query(`set datestyle to iso${path}`);
      },
    });
    this.#pool.on("error", () => {});
  }

  connections(): Connections {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  /** Statements are prepared once more on every connection. */
  forgetStatements(): void {
    this.#names.forget();
    this.#namesInWrites.forget();
  }

  /**
   * Runs `work` between the statements `begin`, which travel together, and a commit; rolls back when it throws, and rejects
   * with what it threw. Begins again, on another connection, where the error came before the work. `begun` are the rows of
   * the last statement that begins. What `last` sends travels with the commit.
   */
  async inTransaction<T>(
    begin: readonly string[],
    work: (connection: Connection, begun: readonly (readonly SqlValue[])[]) => Promise<T>,
    last: (connection: Connection) => readonly Promise<unknown>[] = () => [],
  ): Promise<T> {
    const { connection, begun, release } = await this.#begin(begin);
    let isBroken = true;
    try {
      const answer = await work(connection, begun);
      const before = last(connection);
      const [command] = await Promise.all([connection.exec("commit"), ...before]);
      // After a statement that failed there is nothing to commit, and PostgreSQL says so only by the way.
      if (command !== "COMMIT") throw new Error(LOST);
      isBroken = false;
      return answer;
    } catch (error) {
      isBroken = await connection.exec("rollback").then(
        () => false,
        () => true,
      );
      throw connection.conflict ?? error;
    } finally {
      release(isBroken);
    }
  }

  /**
   * Runs `work`, which only reads, on what is committed when it is called. The statements that begin, `begin` and `told`,
   * travel with the first one of the work; `begun` gives the rows of `told`. One that `searches` may take long: others
   * find a connection free beside all of these.
   */
  async inSnapshot<T>(
    begin: string,
    told: string,
    work: (connection: Connection, begun: () => Promise<readonly (readonly SqlValue[])[]>) => Promise<T>,
    searches: boolean,
  ): Promise<T> {
    if (searches) await this.#enter();
    try {
      const snapshot = await Snapshot.take(() => this.#beginSnapshot(begin, told));
      try {
        return await work(new Connection(snapshot.send, this.#names), () => snapshot.begun());
      } finally {
        snapshot.end();
      }
    } finally {
      if (searches) this.#searches.leave();
    }
  }

  /**
   * The rows that one statement answers, which only reads; it is sent again where its connection breaks. Without a
   * transaction around it it sees what is committed when it begins.
   */
  async readAlone(sql: string, values: readonly Bound[]): Promise<SqlValue[][]> {
    for (let attempt = 1; ; attempt++) {
      const { send, release } = await this.#connect();
      const reading = this.#snapshots.add(new Connection(send, this.#names).all(sql, values));
      try {
        const rows = await reading;
        release(false);
        return rows;
      } catch (error) {
        release(true);
        if (attempt >= ATTEMPTS || !mayBeginAgain(error)) throw error;
      }
    }
  }

  /** Rejects when the database does not answer now. */
  check(): Promise<void> {
    return this.#health.ask();
  }

  /** Waits for the transactions under way. */
  async close(): Promise<void> {
    this.#pulse.close();
    await Promise.all([this.#pool.end(), this.#health.close()]);
  }

  /** Enters the lane of those that search, unless the database stops answering before. */
  async #enter(): Promise<void> {
    const entering = this.#searches.enter();
    try {
      await this.#pulse.watch(entering);
    } catch (error) {
      entering.then(() => this.#searches.leave());
      throw error;
    }
  }

  async #begin([begin = "begin", ...others]: readonly string[]) {
    await this.#snapshots.settled();
    for (let attempt = 1; ; attempt++) {
      const { send, release } = await this.#connect();
      const connection = new Connection(send, this.#namesInWrites);
      try {
        const begun = await lastOf([connection.read(begin), ...others.map((one) => connection.all(one))]);
        return { connection, begun, release };
      } catch (error) {
        release(true);
        if (attempt >= ATTEMPTS || !mayBeginAgain(error)) throw error;
      }
    }
  }

  async #beginSnapshot(begin: string, told: string): Promise<Beginning> {
    const { send, release } = await this.#connect();
    const connection = new Connection(send, this.#names);
    const begun = Promise.all([connection.exec(begin), connection.all(told)]).then(([, rows]) => rows);
    this.#snapshots.add(begun);
    return { send, begun, release };
  }

  async #connect(): Promise<Pick<Beginning, "send" | "release">> {
    const guarded = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await this.#pulse.watch(work);
      } catch (error) {
        throw PostgresError.of(error, this.place);
      }
    };
    const client = await this.#connectClient().catch((error: unknown) => {
      throw PostgresError.of(error, this.place);
    });
    let isReleased = false;
    return {
      send: (query) => guarded(client.query<SqlValue[]>(query)),
      release: (isBroken) => {
        if (!isReleased) client.release(isBroken);
        isReleased = true;
      },
    };
  }

  /** A connection that comes after its caller was told that the database does not answer goes back. */
  async #connectClient() {
    await this.#pulse.ready();
    const connecting = this.#pool.connect();
    try {
      return await this.#pulse.watch(connecting);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    }
  }
}

/** The rows of the last statement of those that were sent together. The first error counts: it leads to those after it. */
async function lastOf(sent: readonly Promise<SqlValue[][]>[]): Promise<SqlValue[][]> {
  for (const one of sent) one.catch(() => undefined);
  let rows: SqlValue[][] = [];
  for (const one of sent) rows = await one;
  return rows;
}

const MOST_CONNECTIONS = 10;

/** Connections that no search takes: for reads by key and for changes. */
const KEPT_FREE = 2;

/** Milliseconds. Whoever holds the database longer is broken, and the others go on. */
const DEFAULTS: PostgresOptions = {
  max: MOST_CONNECTIONS,
  application_name: "tablewright",
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

const LOST = "The transaction was lost to an earlier error.";
