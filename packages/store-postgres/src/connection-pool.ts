import type { Duplex } from "node:stream";
import type { Connections } from "@tablewright/core/storage";
import { Heartbeat, type Pulse, type SqlValue } from "@tablewright/store-sql";
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Send } from "./connection.ts";
import { PostgresError, refusedBy } from "./postgres-error.ts";

/** A connection while it is taken from the pool. */
interface TakenConnection {
  readonly client: PoolClient;
  readonly send: Send;
  readonly release: (isBroken: boolean) => void;
}

/** What a pool is told of its database. */
interface PoolTerms {
  readonly place: string;
  readonly pulse: Pulse;
  /** Statements that make a connection what the store relies on. */
  readonly begin: string | undefined;
}

/** The connections for calls. What breaks one comes out as a `PostgresError`. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #place: string;
  readonly #pulse: Pulse;
  readonly #heartbeat = new Heartbeat();
  /** What the server said last to a connection that it ended. */
  readonly #farewells = new WeakMap<ClientBase, Error>();

  constructor(config: PoolConfig, { place, pulse, begin }: PoolTerms) {
    this.#place = place;
    this.#pulse = pulse;
    this.#pool = new Pool({
      ...config,
      onConnect: async (client) => {
        // A connection can break while no call waits for it; the next call on it fails.
        client.on("error", (error) => {
          if (!this.#farewells.has(client)) this.#farewells.set(client, error);
        });
        if (begin !== undefined) await client.query(begin);
      },
    });
    this.#pool.on("error", () => {});
  }

  counts(): Connections {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  async take(): Promise<TakenConnection> {
    const client = await this.#connectClient().catch((error: unknown) => {
      throw refusedBy(error, this.#place, "gives no connection");
    });
    const open = this.#heartbeat.begin(() => client.query(""));
    let isReleased = false;
    return {
      client,
      send: async (query) => {
        sendTogether(client);
        try {
          return await this.#pulse.watch(open.note(client.query<SqlValue[]>(query)));
        } catch (error) {
          throw PostgresError.of(this.#farewells.get(client) ?? error, this.#place);
        }
      },
      release: (isBroken) => {
        open.end();
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

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * What is sent over a connection from here until the process has nothing else to do goes out in one piece: each write to a socket
 * costs as much as a small statement.
 */
function sendTogether(client: PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The socket of a connection. The driver has it, and says nothing of it in its types. */
function streamOf(client: ClientBase): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}
