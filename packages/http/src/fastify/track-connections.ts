import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** What is under way on one connection of a server. */
export interface Connection {
  /** Whether as many connections as are served were open when it was made. */
  readonly isBeyondLimit: boolean;
  /** Answers of requests whose heads have arrived, until they are sent. */
  readonly unsent: ReadonlySet<ServerResponse>;
  /** The request that came last. */
  readonly latest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Calls `then` each time an answer was sent, or can be sent no more. */
  onSent(then: () => void): void;
}

export interface TrackedConnections {
  of(socket: Socket): Connection | undefined;
  all(): Iterable<readonly [Socket, Connection]>;
}

/** Keeps account of the connections of a server, of which so many are served at a time. */
export function trackConnections(server: Server, served: number): TrackedConnections {
  const open = new Map<Socket, TrackedConnection>();
  // Requests come on what TLS makes of a connection.
  const event = server instanceof TlsServer ? "secureConnection" : "connection";
  server.prependListener(event, (socket: Socket) => {
    open.set(socket, new TrackedConnection(open.size >= served));
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", (request, response) => open.get(request.socket)?.add(request, response));
  return {
    of: (socket) => open.get(socket),
    all: () => open,
  };
}

class TrackedConnection implements Connection {
  readonly isBeyondLimit: boolean;
  readonly unsent = new Set<ServerResponse>();
  latest: Connection["latest"];
  readonly #listeners: (() => void)[] = [];

  constructor(isBeyondLimit: boolean) {
    this.isBeyondLimit = isBeyondLimit;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.latest = { request, response };
    this.unsent.add(response);
    response.once("close", () => {
      this.unsent.delete(response);
      for (const then of this.#listeners) then();
    });
  }

  onSent(then: () => void): void {
    this.#listeners.push(then);
  }
}

/**
 * Spreads the first requests of many connections over several rounds of the event loop: the platform reads those of thousands in one.
 * When some have come in a round, connections that have asked nothing yet are read so many in each later round.
 */
export function paceConnections(server: Server, connections: Pick<TrackedConnections, "all">): void {
  const paused = new Set<Socket>();
  let requests = 0;
  server.prependListener("request", () => {
    if (requests++ === 0) setImmediate(endRound);
    if (requests !== MOST_A_ROUND) return;
    for (const [socket, { latest }] of connections.all()) {
      if (latest !== undefined) continue;
      socket.pause();
      paused.add(socket);
    }
  });

  function endRound(): void {
    requests = 0;
    let left = MOST_A_ROUND;
    for (const socket of paused) {
      if (left-- === 0) break;
      paused.delete(socket);
      socket.resume();
    }
    if (paused.size > 0) setImmediate(endRound);
  }
}

/** Each takes a few tenths of a millisecond. */
const MOST_A_ROUND = 32;
