import type { Connections, ReadUse } from "@tablewright/core/storage";
import {
  type Bound,
  HealthCheck,
  LONGEST_CHECK,
  Pulse,
  SearchLane,
  type SqlValue,
  systemTimers,
  TakenSnapshots,
} from "@tablewright/store-sql";
import { Client, type ClientBase, Pool, type PoolConfig } from "pg";
import type { Begin } from "./catalogue.ts";
import { MOST_NAMES, PostgresConnection, StatementNames } from "./connection.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { PostgresError } from "./postgres-error.ts";
import {
  DEFAULTS,
  MOST_CONNECTIONS,
  type PostgresOptions,
  type SessionSettings,
  sessionSettings,
} from "./postgres-options.ts";
import { type Beginning, LoneReads, Transaction } from "./transaction.ts";
import { readColumnTypes } from "./types.ts";

/** The connections to one database. A broken one is replaced, and breaks nothing but the transaction it is in. */
export class PostgresDatabase {
  /** How people call it; never with a password. */
  readonly place: string;
  /** How many transactions may write at the same time. */
  readonly mostWriters: number;
  readonly apart: SessionSettings;
  readonly #pool: ConnectionPool;
  readonly #health: PostgresHealth;
  readonly #pulse: Pulse;
  /** Reads that may take long leave connections to the others. */
  readonly #searches: SearchLane;
  /** Whether what is prepared and set on a connection is there in its next transaction. */
  readonly keepsSessions: boolean;
  readonly #settings: string;
  readonly names: StatementNames;
  /** Plans stay with prepared statements, and those of writes are made without scans. */
  readonly namesInWrites: StatementNames;
  readonly #snapshots: TakenSnapshots;
  readonly #loneReads: LoneReads;
  /** What is set in each transaction, by what is known of the person it is for. */
  readonly #callSettings: readonly (readonly [name: string, value: string])[];
  /** Milliseconds that a statement may take and wait, and those of them that it may wait for a lock. */
  readonly longestWait: number;
  readonly lockTimeout: number;

  constructor(options: PostgresOptions, timers = systemTimers) {
    const all = { ...DEFAULTS, ...options };
    const { config: driverOptions, settings } = sessionSettings(all);
    this.longestWait = Number(all.statement_timeout) || Number.POSITIVE_INFINITY;
    this.lockTimeout = Number(all.lock_timeout ?? 0);
    this.#callSettings = Object.entries(options.callSettings ?? {});
    const config = { ...driverOptions, types: readColumnTypes, pipeline: true };
    this.apart = { config: driverOptions, settings };
    const { prepare = true } = options;
    this.keepsSessions = prepare;
    this.#settings = prepare ? "" : settings.map((one) => `; set local ${one}`).join("");
    const most = prepare ? MOST_NAMES : 0;
    this.names = new StatementNames("tablewright_", most);
    this.namesInWrites = new StatementNames("tablewright_write_", most);
    this.#snapshots = new TakenSnapshots(timers);
    this.#loneReads = new LoneReads(() => this.#pool.take(), this.names, this.#snapshots);
    const { host, port, database } = new Client(config);
    this.place = `The database "${database ?? ""}" at ${host}:${port}`;
    this.#health = new PostgresHealth(config, this.place, options.checkTimeout);
    this.#pulse = new Pulse(
      () => this.#health.ask(),
      () => new PostgresError(`${this.place} does not answer any more.`),
      timers,
    );
    this.mostWriters = Math.max(1, (config.max ?? MOST_CONNECTIONS) - KEPT_FREE);
    this.#searches = new SearchLane(this.mostWriters, this.#pulse);
    this.#pool = new ConnectionPool(config, {
      place: this.place,
      pulse: this.#pulse,
      begin: prepare ? settings.map((one) => `set ${one}`).join("; ") : undefined,
    });
  }

  /**
   * The same beginning for a person. All settings have values in every transaction: one that a session had once is an empty text there
   * afterwards, and an error before.
   */
  beginFor(identity: ReadUse["identity"], begin: Begin): Begin {
    if (this.#callSettings.length === 0) return begin;
    const settings = this.#callSettings.map(([name, value]) => [name, identity?.get(value) ?? ""] as const);
    return { ...begin, settings };
  }

  connections(): Connections {
    return this.#pool.counts();
  }

  /** Statements are prepared once more on every connection. */
  forgetStatements(): void {
    this.names.forget();
    this.namesInWrites.forget();
  }

  /**
   * Runs `work` between the statements that begin and a commit; rolls back when it throws, and rejects with what it threw. `begun` gives the rows of the last statement that begins. Where the error came before the work, it begins again on another connection.
   */
  async inTransaction<T>(
    begin: Begin,
    work: (connection: PostgresConnection, begun: Begun) => Promise<T>,
  ): Promise<T> {
    await this.#snapshots.settled();
    const transaction = await Transaction.begin(() => this.#begin(begin, this.namesInWrites));
    const connection = new PostgresConnection(transaction.send, this.namesInWrites, () =>
      transaction.begun(),
    );
    let isBroken = true;
    try {
      if (!begin.travels) await transaction.begun();
      const answer = await work(connection, () => transaction.begun());
      const end = begin.takesBack ? "ROLLBACK" : "COMMIT";
      const command = await connection.exec(end.toLowerCase());
      // After a statement that failed there is nothing to commit, and PostgreSQL says so only by the way.
      if (command !== end) throw new Error(LOST);
      isBroken = false;
      return answer;
    } catch (error) {
      isBroken = await connection.exec("rollback").then(
        () => false,
        () => true,
      );
      throw connection.conflict ?? error;
    } finally {
      transaction.release(isBroken);
    }
  }

  /**
   * Runs `work`, which only reads, on what is committed when it is called. The statements that begin travel with
   * the first one of the work; `begun` gives the rows of the last. One that `searches` may take long: others
   * find a connection free besides all of these.
   */
  async inSnapshot<T>(
    begin: Begin,
    work: (connection: PostgresConnection, begun: Begun) => Promise<T>,
    searches: boolean,
  ): Promise<T> {
    return this.#searches.run(searches, async () => {
      const snapshot = await Transaction.begin(() => this.#beginSnapshot(begin));
      try {
        return await work(new PostgresConnection(snapshot.send, this.names), () => snapshot.begun());
      } finally {
        snapshot.end();
      }
    });
  }

  /** The rows of one statement, which only reads and is a snapshot by itself. */
  readAlone(sql: string, values: readonly Bound[]): Promise<SqlValue[][]> {
    return this.#loneReads.read(sql, values);
  }

  /**
   * Whether a session of the server is given to several connections in turn, so that none keeps what is set on it. Seen only
   * while no other client uses the pooler.
   */
  async sharesSessions(): Promise<boolean> {
    const { client, release } = await this.#pool.take();
    try {
      if (announcedProcess(client) === (await serverProcess(client))) return false;
      return await this.#health.withClient(
        async (other) => (await serverProcess(other)) === (await serverProcess(client)),
      );
    } finally {
      release(false);
    }
  }

  /** The row of a statement, soon and outside the pool. */
  askBeside(sql: string): Promise<SqlValue[]> {
    return this.#health.askFor(sql);
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

  /** Whether it follows another server, and so takes no writes. */
  async isStandby(): Promise<boolean> {
    const [isInRecovery] = await this.askBeside("select pg_is_in_recovery()").catch(() => []);
    return isInRecovery === 1;
  }

  async #begin(begin: Begin, names: StatementNames): Promise<Beginning> {
    const { send, release } = await this.#pool.take();
    return { send, begun: lastOf(this.#sendBegin(new PostgresConnection(send, names), begin)), release };
  }

  async #beginSnapshot(begin: Begin): Promise<Beginning> {
    const beginning = await this.#begin(begin, this.names);
    this.#snapshots.add(beginning.begun);
    return beginning;
  }

  #sendBegin(
    connection: PostgresConnection,
    { begin, prepare, settings = [], told }: Begin,
  ): readonly Promise<SqlValue[][]>[] {
    const prepared = prepare === undefined ? "" : `; ${prepare}`;
    const sent = [connection.read(`${begin}${this.#settings}${prepared}`)];
    if (settings.length > 0) sent.push(connection.all(setLocally(settings.length), settings.flat()));
    return told === undefined ? sent : [...sent, connection.all(told)];
  }
}

/** Gives the rows of the last statement that begins a transaction. */
export type Begun = () => Promise<readonly (readonly SqlValue[])[]>;

/** Connections that no search takes: for reads by key and for changes. */
const KEPT_FREE = 2;

const LOST = "The transaction was lost to an earlier error.";

/** The rows of the last statement of those that were sent together. The first error counts: it leads to those after it. */
async function lastOf(sent: readonly Promise<SqlValue[][]>[]): Promise<SqlValue[][]> {
  for (const one of sent) one.catch(() => undefined);
  let rows: SqlValue[][] = [];
  for (const one of sent) rows = await one;
  return rows;
}

/** Sets so many settings until the end of the transaction. */
function setLocally(count: number): string {
  const each = Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return `select ${each.join(", ")}`;
}

/** The id of the process of the server that answers. */
async function serverProcess(client: ClientBase): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as id");
  return Number(rows[0]?.id);
}

/** The id that a connection was given when it was made. A pooler gives one of its own. */
function announcedProcess(client: ClientBase): number | undefined {
  return (client as { readonly processID?: number }).processID; // not in the types of the driver
}

/** Asks PostgreSQL on a connection of its own. */
class PostgresHealth extends HealthCheck {
  readonly #pool: Pool;
  readonly #place: string;

  /** `longest` milliseconds for the connection, and as many for the answer. */
  constructor(config: PoolConfig, place: string, longest = LONGEST_CHECK) {
    super();
    this.#pool = new Pool({
      ...config,
      max: 1,
      connectionTimeoutMillis: longest,
      query_timeout: longest,
      keepAlive: false,
      allowExitOnIdle: true,
      onConnect: async (client) => {
        client.on("error", () => {}); // what waits for an answer rejects
      },
    });
    this.#pool.on("error", () => {});
    this.#place = place;
  }

  /** The row that a statement answers. */
  async askFor(sql: string): Promise<SqlValue[]> {
    const { rows } = await this.#pool.query<SqlValue[]>({ text: sql, rowMode: "array" });
    return rows[0] ?? [];
  }

  /** Runs `work` on that connection. */
  async withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  protected async look(): Promise<void> {
    try {
      await this.#pool.query("select 1");
    } catch (error) {
      throw PostgresError.of(error, this.#place);
    }
  }
}
