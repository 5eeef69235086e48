import type { FastifyInstance } from "fastify";

/**
 * Takes no more connections, lets the calls under way finish within so many milliseconds, then cuts the rest off, at once
 * when `hurried` is aborted. A connection whose request has not arrived whole is not waited for that long.
 */
export async function closeServer(
  server: FastifyInstance,
  within = 10_000,
  hurried?: AbortSignal,
): Promise<void> {
  const cutOff = () => {
    clearTimeout(timer);
    timer = setTimeout(cutOff, BETWEEN); // a connection may just be being accepted
    server.server.closeAllConnections();
  };
  let timer = setTimeout(cutOff, hurried?.aborted ? 0 : within);
  hurried?.addEventListener("abort", cutOff);
  try {
    await server.close();
  } finally {
    hurried?.removeEventListener("abort", cutOff);
    clearTimeout(timer);
  }
}

/** Milliseconds between cutting off and looking again. */
const BETWEEN = 100;
