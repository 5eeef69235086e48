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
  readonly #reads = new ReadsInTurn();
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
        this.#reads.add(streamOf(client));
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
    this.#reads.begin(streamOf(client));
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

/**
 * Lets connections with large answers be read in turn, one in each round of the event loop. The platform would read, and the driver parse,
 * up to 2 MiB from each of them in one round, while all other calls wait.
 */
class ReadsInTurn {
  readonly #waiting: Duplex[] = [];
  /** Bytes that a connection has sent since it was taken or had its turn. */
  readonly #bytes = new WeakMap<Duplex, number>();
  readonly #next = () => {
    this.#waiting.shift()?.resume();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };

  /** Begins with a connection that is taken from the pool: small answers to earlier calls do not make it wait. */
  begin(stream: Duplex): void {
    this.#bytes.set(stream, 0);
  }

  add(stream: Duplex): void {
    stream.on("data", (piece: Uint8Array) => {
      const bytes = (this.#bytes.get(stream) ?? 0) + piece.length;
      this.#bytes.set(stream, bytes < BYTES_OF_TURN ? bytes : 0);
      if (bytes < BYTES_OF_TURN) return;
      stream.pause();
      if (this.#waiting.push(stream) === 1) setImmediate(this.#next);
    });
  }
}

/** What is parsed in about a millisecond; the platform reads so many at once. */
const BYTES_OF_TURN = 65_536;

/** The socket of a connection. The driver has it, and says nothing of it in its types. */
function streamOf(client: ClientBase): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}
