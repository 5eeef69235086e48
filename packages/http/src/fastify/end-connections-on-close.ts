import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { endSlowly } from "./end-slowly.ts";
import type { Connection, Connections } from "./track-connections.ts";

/**
 * When the server closes, connections on which nothing was ever asked end at once, those in use after their answers, and
 * those whose request has not arrived whole `ending` milliseconds later: nothing is carried out for them yet. The platform ends only those
 * that wait between two requests at that moment.
 */
export function endConnectionsOnClose(
  fastify: FastifyInstance,
  connections: Connections,
  ending: number,
): void {
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook("preClose", async () => {
    closing = true;
    for (const [socket, connection] of connections.all()) {
      if (socket.bytesRead === 0) socket.destroy();
      else connection.onSent(() => endIfDone(socket, connection, ending));
    }
    timer = setTimeout(() => {
      for (const [socket, connection] of connections.all()) if (isHalf(connection)) socket.destroy();
    }, ending);
  });
  fastify.addHook("onClose", async () => clearTimeout(timer));
  fastify.addHook("onSend", (request, reply, payload, done) => {
    // Told to close, the platform would reset a connection whose request is still arriving.
    if (closing && request.raw.complete) reply.header("connection", "close");
    done(null, payload);
  });
}

function endIfDone(socket: Socket, { unsent }: Connection, longest: number): void {
  if (unsent.size === 0) endSlowly(socket, longest);
}

/** Whether what the client has sent is not a whole request yet, and no earlier one is being answered. */
function isHalf({ unsent, latest }: Connection): boolean {
  const isArriving = latest !== undefined && !latest.request.complete && !latest.response.headersSent;
  return unsent.size === 0 || (unsent.size === 1 && isArriving);
}
