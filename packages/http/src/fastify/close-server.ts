import type { FastifyInstance } from "fastify";

/** Takes no more connections, lets the calls under way finish within so many milliseconds, then cuts the rest off. */
export async function closeServer(server: FastifyInstance, within = 10_000): Promise<void> {
  const cutOff = setTimeout(() => server.server.closeAllConnections(), within);
  try {
    await server.close();
  } finally {
    clearTimeout(cutOff);
  }
}
