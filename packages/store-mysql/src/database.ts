import {
  type Bound,
  HealthCheck,
  Heartbeat,
  LONGEST_CHECK,
  Pulse,
  SearchLane,
  type SqlValue,
  TakenSnapshots,
} from "@tablewright/store-sql";
import mysql, { type ConnectionOptions, type Pool, type PoolConnection } from "mysql2";
import { MysqlClient } from "./client.ts";
import { MysqlConnection } from "./connection.ts";
import { HANGS, isMysqlError, MysqlError, mayBeginMysqlAgain } from "./mysql-error.ts";
import type { MysqlOptions } from "./mysql-options.ts";
import { beginSession, limitStatements, readSession } from "./session.ts";

/** Asks MariaDB or MySQL on a connection of its own. */
class MysqlHealth extends HealthCheck {
  readonly #options: ConnectionOptions;
  readonly #place: string;
  readonly #longest: number;
  #isCluster = false;
  #cutOff: MysqlError | undefined;

  /** `longest` milliseconds for the connection, and as many for the answer. */
  constructor(options: ConnectionOptions, place: string, longest = LONGEST_CHECK) {
    super();
    this.#options = { ...options, connectTimeout: longest };
    this.#longest = longest;
    this.#place = place;
  }

  /** Said when the server is found to be a node of a cluster, which is of use as long as it belongs to it. */
  joinCluster(): void {
    this.#isCluster = true;
  }

  /** What the last answer said of a node that is without its cluster. */
  get cutOff(): MysqlError | undefined {
    return this.#cutOff;
  }

  protected async look(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[][]>();
    const connection = mysql.createConnection(this.#options);
    const timer = setTimeout(() => reject(HANGS), 2 * this.#longest);
    connection.on("error", reject);
    connection.query({ sql: QUESTION, rowsAsArray: true }, (error: unknown, rows: unknown) =>
      error ? reject(error) : resolve(rows as readonly string[][]),
    );
    this.#cutOff = undefined;
    try {
      const [[, state] = []] = await promise;
      if (this.#isCluster && state !== "ON") this.#cutOff = MysqlError.cutOff(this.#place);
    } catch (error) {
      throw MysqlError.of(error, this.#place);
    } finally {
      clearTimeout(timer);
      connection.destroy();
    }
    if (this.#cutOff !== undefined) throw this.#cutOff;
  }
}

/** Answered also by a node that has lost its cluster; MySQL has no such row. */
const QUESTION = "show global status where variable_name = 'wsrep_ready'";

/** The statements by which a transaction begins and ends. */
export interface TransactionStatements {
  readonly begin: string;
  readonly commit: string;
  readonly rollback: string;
}

/** Rows of the last statement that begins a transaction. */
type Begun = readonly SqlValue[][];

/** The connections to one database. A broken one is replaced, and breaks nothing but the transaction it is in. */
export class MysqlDatabase {
  /** How people call it; never with a password. */
  readonly place: string;
  /** How many transactions may write at the same time. */
  readonly mostWriters: number;
  /** How a connection outside the pool is made. */
  readonly options: ConnectionOptions;
  readonly #pool: Pool;
  /** Milliseconds that a writer waits for others. */
  readonly longestWait: number;
  readonly #limit: number;
  /** Reads that may take long leave connections to the others. */
  readonly #searches: SearchLane;
  readonly #pulse: Pulse;
  readonly #health: MysqlHealth;
  /** The connections of the pool whose session has begun. */
  #clients = new WeakMap<PoolConnection, MysqlClient>();
  readonly #snapshots = new TakenSnapshots();
  readonly #running = new Set<Promise<unknown>>();
  readonly #heartbeat = new Heartbeat();
  #isCluster = false;

  constructor(options: MysqlOptions) {
    const {
      pool = MOST_CONNECTIONS,
      statementTimeout = 30_000,
      connectionTimeout = 10_000,
      ...others
    } = options;
    const { acceptsLoss: _, readOnly: __, dryRun: ___, checkTimeout, ...where } = others;
    this.options = { ...where, ...DRIVER, connectTimeout: connectionTimeout };
    this.place = `The database "${options.database}" at ${options.host ?? "localhost"}:${options.port ?? 3306}`;
    this.#health = new MysqlHealth(this.options, this.place, checkTimeout);
    this.#limit = statementTimeout;
    this.longestWait = statementTimeout === UNLIMITED ? Number.POSITIVE_INFINITY : statementTimeout;
    this.mostWriters = Math.max(1, pool - KEPT_FREE);
    this.#pulse = new Pulse(
      () => this.check(),
      () => this.#health.cutOff ?? new MysqlError(`${this.place} does not answer any more.`),
    );
    this.#searches = new SearchLane(this.mostWriters, this.#pulse);
    this.#pool = mysql.createPool({ ...this.options, connectionLimit: pool });
  }

  /** Whether the server is a node of a cluster, of which others are written to at the same time. */
  get isCluster(): boolean {
    return this.#isCluster;
  }

  /** Said when it is found to be one; sessions that have begun begin again. */
  joinCluster(): void {
    this.#isCluster = true;
    this.#health.joinCluster();
    this.#clients = new WeakMap();
  }

  /**
   * Runs `work` between the statements that begin and commit; rolls back when it throws, and rejects with what it threw.
   * Begins again, on another connection, where the error came before the work.
   */
  inTransaction<T>(
    bounds: TransactionStatements,
    work: (connection: MysqlConnection, begun: Begun) => Promise<T>,
    limit = this.#limit,
  ): Promise<T> {
    return this.#run(async () => {
      await this.#snapshots.settled();
      const { client, begun } = await this.#begin(bounds.begin, limit);
      const connection = new MysqlConnection(client);
      return this.#endAfter(client, connection, bounds, () => work(connection, begun));
    });
  }

  /** Runs `work`, which only reads, on what is committed when it is called. One that `searches` may take long. */
  inSnapshot<T>(
    begin: string,
    work: (connection: MysqlConnection, begun: Begun) => Promise<T>,
    searches: boolean,
  ): Promise<T> {
    const read = async () => {
      const { client, begun } = await this.#snapshots.add(this.#begin(begin, this.#limit));
      try {
        return await work(new MysqlConnection(client, true), begun);
      } finally {
        // What was read is true however the transaction ends, so it is not waited for.
        client.query("rollback").then(
          () => client.release(false),
          () => client.release(true),
        );
      }
    };
    return this.#run(() => this.#searches.run(searches, read));
  }

  /** Runs `work`, which alters tables, while another connection holds off all that write by what `begin` locks. */
  alter<T>(begin: string, work: (connection: MysqlConnection) => Promise<T>): Promise<T> {
    const alone = async () => {
      const { client } = await this.#begin(BOUNDS.begin, UNLIMITED);
      const connection = new AlteringConnection(client);
      return this.#endAfter(client, connection, BOUNDS, () => work(connection));
    };
    return this.inTransaction({ ...BOUNDS, begin }, alone, UNLIMITED);
  }

  /** The rows that one statement answers, which only reads; it is sent again where its connection breaks. */
  readAlone(sql: string, values: readonly Bound[]): Promise<SqlValue[][]> {
    const read = () => this.#attempt(async (client) => (await client.execute(sql, values)).rows, true);
    return this.#run(() => this.#snapshots.add(read()));
  }

  /** Runs one statement that writes, as a transaction; answers how many rows it has changed. */
  runAlone(sql: string, values: readonly Bound[]): Promise<number> {
    return this.#run(async () => {
      const client = await this.#connect();
      let isBroken = true;
      try {
        const { changed } = await client.execute(sql, values);
        isBroken = false;
        return changed;
      } catch (error) {
        throw await this.#explained(error);
      } finally {
        client.release(isBroken);
      }
    });
  }

  /** Rejects when the database does not answer now. */
  check(): Promise<void> {
    return this.#health.ask();
  }

  /** Waits for the transactions under way. */
  async close(): Promise<void> {
    this.#pulse.close();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await new Promise<void>((resolve) => this.#pool.end(() => resolve()));
  }

  async #endAfter<T>(
    client: MysqlClient,
    connection: MysqlConnection,
    { commit, rollback }: TransactionStatements,
    work: () => Promise<T>,
  ): Promise<T> {
    let isBroken = true;
    try {
      const answer = await work();
      await connection.end(commit);
      isBroken = false;
      return answer;
    } catch (error) {
      isBroken = await client.query(rollback).then(
        () => false,
        () => true,
      );
      throw await this.#explained(connection.conflict ?? error);
    } finally {
      client.release(isBroken);
    }
  }

  #begin(begin: string, limit: number): Promise<{ readonly client: MysqlClient; readonly begun: Begun }> {
    return this.#attempt(async (client) => {
      const statements = client.limit === limit ? begin : `${limitStatements(limit)}; ${begin}`;
      client.limit = limit;
      return { client, begun: (await client.query(statements)).rows };
    }, false);
  }

  /** What `work` comes to on a connection, and on another one when it breaks. */
  async #attempt<T>(work: (client: MysqlClient) => Promise<T>, releases: boolean): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      try {
        const answer = await work(client);
        if (releases) client.release(false);
        return answer;
      } catch (error) {
        client.release(true);
        if (attempt >= ATTEMPTS || !mayBeginMysqlAgain(error)) throw await this.#explained(error);
      }
    }
  }

  /** A node that has lost its cluster lets its callers wait, and then says that this took too long. */
  async #explained(error: unknown): Promise<unknown> {
    if (!this.#isCluster || !isMysqlError(error, "lock taken")) return error;
    await this.check().catch(() => undefined);
    return this.#health.cutOff ?? error;
  }

  async #connect(): Promise<MysqlClient> {
    await this.#pulse.ready();
    const connecting = new Promise<PoolConnection>((resolve, reject) =>
      this.#pool.getConnection((error, one) =>
        error ? reject(MysqlError.of(error, this.place)) : resolve(one),
      ),
    );
    const raw = await this.#pulse.watch(connecting).catch((error: unknown) => {
      connecting.then(
        (late) => late.release(),
        () => undefined,
      );
      throw error;
    });
    const existing = this.#clients.get(raw);
    if (existing !== undefined) return existing.take(this.#heartbeat);
    raw.on("error", () => {}); // It can break while nothing is waited for; the next call on it says so.
    const client = new MysqlClient(raw, this.place, (work) => this.#pulse.watch(work));
    try {
      const { rows } = await client.query(beginSession(this.#isCluster));
      client.largest = readSession(rows[0] ?? [], this.place);
    } catch (error) {
      client.release(true);
      throw await this.#explained(error);
    }
    this.#clients.set(raw, client);
    return client.take(this.#heartbeat);
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }
}

const BOUNDS: TransactionStatements = { begin: "start transaction", commit: "commit", rollback: "rollback" };

const MOST_CONNECTIONS = 10;

/** Connections that no search takes: for reads by key and for changes. */
const KEPT_FREE = 2;

/** More than a pool has connections, so that a restart of the server, which breaks them all, is not felt. */
const ATTEMPTS = 12;

/** An index on many rows takes its time. */
const UNLIMITED = 0;

/** A prepared statement takes memory of the server, on each connection. No file of this machine is sent to a server. */
const DRIVER: ConnectionOptions = {
  charset: "UTF8MB4_BIN",
  supportBigNumbers: true, // those of other programs that are not exact in a number of JavaScript are texts
  flags: ["-FOUND_ROWS", "-LOCAL_FILES"],
  multipleStatements: true,
  maxPreparedStatements: 150,
  disableEval: true,
  enableKeepAlive: true,
};

/**
 * A connection that alters tables. The server commits each such statement by itself, and what was written before it; what
 * is written after it is a transaction again. A column or an index that an interrupted opening has left is taken over, and
 * one that it has removed is gone: the server completes a statement whose process has ended. A table is not renamed to a name that
 * is taken.
 */
export class AlteringConnection extends MysqlConnection {
  override async exec(sql: string): Promise<SqlValue[][]> {
    const { rows } = await this.send(async () => {
      const answer = await this.#alter(sql.replace(/^create index if not exists /u, "create index "));
      await this.client.query("start transaction");
      return answer;
    });
    return rows;
  }

  async #alter(sql: string) {
    try {
      return await this.client.query(sql);
    } catch (error) {
      if (
        isMysqlError(error, "gone") ||
        (isMysqlError(error, "table there") && sql.startsWith("rename table "))
      )
        return NOTHING;
      if (!isMysqlError(error, "there")) throw error;
      // No row has used such a column yet, which may be of another type by now.
      return ADDED.test(sql) ? this.client.query(sql.replace(ADDED, "$1 modify column ")) : NOTHING;
    }
  }
}

const ADDED = /^(alter table "(?:[^"]|"")*") add column (?:\/\*.*?\*\/ )?/u;

const NOTHING = { rows: [], changed: 0 };
