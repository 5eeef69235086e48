import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/**
 * A request that is answered before all of it has arrived: the rest is passed over, so that clients that send everything
 * before they read get their answer, and the connection can be used again. Of more than `most` bytes, and of a rest that
 * takes longer than `longest` milliseconds, nothing is read: the connection ends.
 */
export function drainRequest(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
  longest: number,
): void {
  const { socket } = request;
  if (request.readableEnded || !(socket instanceof Socket)) return; // all of it is here
  let left = most;
  const end = () => {
    if (left < 0 && response.writableFinished) endSlowly(socket, longest);
  };
  const take = (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off("data", take).pause();
    end();
  };
  request.on("error", ignore).on("data", take).resume();
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    if (Number(request.headers["content-length"] ?? 0) > most) left = Math.min(left, -1);
    end();
    const timer = setTimeout(() => endSlowly(socket, longest), longest);
    const clear = () => clearTimeout(timer);
    request.once("end", clear).once("close", clear);
  });
}

/** Of the answered rest so many bytes more than the longest body are passed over. */
export const PASSED_OVER = 65_536;

/** Those who waited have been answered. */
function ignore(): void {}

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
