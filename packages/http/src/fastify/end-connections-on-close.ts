import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * When the server closes, connections on which nothing was ever asked end at once, and those in use after their
 * answer. The platform ends only those that wait between two requests at that moment.
 */
export function endConnectionsOnClose(fastify: FastifyInstance): void {
  let closing = false;
  const unused = new Set<Socket>();
  fastify.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  fastify.server.on("request", (request) => unused.delete(request.socket));
  fastify.addHook("preClose", async () => {
    closing = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
  fastify.addHook("onSend", async (_, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
