import type { Duplex } from "node:stream";
import { Client, type ClientConfig, type PoolConfig } from "pg";

/**
 * Makes connections for pools that outlive them: one that ends is left for the next pool of this process, with nothing prepared,
 * set or begun on it. To open one costs the server as much as a short test. Not for tests of how connections begin and end.
 */
export const LastingClient = function take(config: ClientConfig): Client {
  // All other options of the stores of a process are the same.
  const kind = String(config.query_timeout);
  for (;;) {
    const left = leftOver.get(kind)?.pop();
    if (left === undefined) return lasting(new Client(config), kind);
    if (!left.isOver) return left.client;
  }
} as unknown as NonNullable<PoolConfig["Client"]>;

interface Lasting {
  readonly client: Client;
  /** Whether the connection has broken. */
  isOver: boolean;
}

type Callback = (error?: Error) => void;

function lasting(client: Client, kind: string): Client {
  const self: Lasting = { client, isOver: false };
  const [connect, end] = [client.connect.bind(client), client.end.bind(client)];
  const watch = () => {
    client.on("error", () => {});
    client.once("end", () => {
      self.isOver = true;
    });
  };
  const { ref, unref, connection } = innerOf(client);
  let isConnected = false;
  let own: Listeners = [];
  watch();
  return Object.assign(client, {
    connect(callback: Callback) {
      if (isConnected) {
        ref.call(client);
        process.nextTick(callback);
      } else {
        connect((error?: Error) => {
          own = listenersOn(connection.stream);
          callback(error);
        });
      }
      isConnected = true;
    },
    end(callback: Callback = () => {}) {
      if (self.isOver) return end(callback);
      client.query("discard all").then(
        () => {
          connection.parsedStatements = {};
          client.removeAllListeners();
          watch();
          leaveOnly(own, connection.stream);
          unref.call(client);
          leave(self, kind);
          callback();
        },
        () => end(callback),
      );
    },
  });
}

/** What the driver has, and says nothing of in its types. */
function innerOf(client: Client) {
  return client as unknown as {
    readonly ref: () => void;
    readonly unref: () => void;
    /** With the statements that are prepared on it, by name. */
    readonly connection: { parsedStatements: object; readonly stream: Duplex };
  };
}

type Listeners = readonly (readonly [event: string | symbol, listener: () => void])[];

function listenersOn(stream: Duplex): Listeners {
  return stream
    .eventNames()
    .flatMap((event) =>
      stream.rawListeners(event).map((listener) => [event, listener as () => void] as const),
    );
}

/** Takes off what a store has put on the connection while it had it, and puts back what it has taken over. */
function leaveOnly(own: Listeners, stream: Duplex): void {
  const kept = new Set(own.map(([, listener]) => listener));
  for (const [event, listener] of listenersOn(stream)) if (!kept.has(listener)) stream.off(event, listener);
  for (const [event, listener] of own)
    if (event === "data" && !stream.rawListeners(event).includes(listener)) stream.on(event, listener);
}

function leave(self: Lasting, kind: string): void {
  const others = leftOver.get(kind);
  if (others === undefined) leftOver.set(kind, [self]);
  else others.push(self);
}

const leftOver = new Map<string, Lasting[]>();
