import type { Socket } from "node:net";

/**
 * Ends a connection so that its client can read what was sent last: a connection that is closed over bytes that were not read
 * is reset, and the client's system then throws away what it has received. What still arrives is passed over for a while.
 */
export function endSlowly(socket: Socket): void {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LONGEST_ENDING);
  socket.once("close", () => clearTimeout(timer));
  socket.end();
}

/** Milliseconds until a connection that is to end is closed although its client still sends. */
export const LONGEST_ENDING = 2_000;
