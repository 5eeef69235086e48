import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { TrackedConnections } from "./track-connections.ts";

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
