import type { Socket } from "node:net";

/**
 * Ends a connection so that its client can read what was sent last: a connection that is closed over bytes that were not read
 * is reset, and the client's system then throws away what it has received. What still arrives is passed over for `longest`
 * milliseconds.
 */
export function endSlowly(socket: Socket, longest: number): void {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), longest);
  socket.once("close", () => clearTimeout(timer));
  socket.end();
}
