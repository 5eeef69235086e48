import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Scheduler } from "../turns/scheduler.ts";
import type { Connection, TrackedConnections } from "./track-connections.ts";

/**
 * Spreads requests and ends of connections that come together over several rounds of the event loop: the platform reads those of
 * thousands of connections in one. When those of a round have used a stretch, connections that have asked nothing yet are not
 * read until later rounds; when they have used two, no idle ones are. Those that have asked before are read again first.
 */
export function paceConnections(
  server: Server,
  connections: TrackedConnections,
  scheduler: Pick<Scheduler, "round" | "stretchesOfArrivals">,
): void {
  const paused = { fresh: new Set<Socket>(), others: new Set<Socket>() };
  const lastPause = { fresh: 0, others: 0 };
  let isResuming = false;

  server.prependListener("request", keepPace);
  connections.onEnd(keepPace);

  function keepPace(): void {
    const stretches = scheduler.stretchesOfArrivals();
    if (stretches >= 1) pause("fresh");
    if (stretches >= 2) pause("others");
  }

  function pause(kind: Kind): void {
    if (lastPause[kind] === scheduler.round) return;
    lastPause[kind] = scheduler.round;
    for (const [socket, connection] of connections.all()) {
      if (kindOf(connection) !== kind || paused[kind].has(socket)) continue;
      socket.pause();
      paused[kind].add(socket);
    }
    resumeLater();
  }

  function resumeLater(): void {
    if (isResuming || paused.fresh.size + paused.others.size === 0) return;
    isResuming = true;
    setImmediate(() => {
      isResuming = false;
      resume(paused.fresh, CONNECTIONS_A_ROUND - resume(paused.others, CONNECTIONS_A_ROUND));
      resumeLater();
    });
  }
}

type Kind = "fresh" | "others";

function kindOf({ latest, unsent }: Connection): Kind | undefined {
  if (latest === undefined) return "fresh";
  return unsent.size === 0 ? "others" : undefined;
}

/** Reads up to so many connections again, those first that were paused first; answers how many. */
function resume(sockets: Set<Socket>, most: number): number {
  let count = 0;
  for (const socket of sockets) {
    if (count === most) break;
    sockets.delete(socket);
    socket.resume();
    count++;
  }
  return count;
}

/** Each may have a request, or an end, which takes a few tenths of a millisecond. */
const CONNECTIONS_A_ROUND = 32;
