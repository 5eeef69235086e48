import type { Writable } from "node:stream";
import type { PoolClient } from "pg";

/**
 * What is sent over a connection from here until the process has nothing else to do goes out in one piece: each write to a socket
 * costs as much as a small statement.
 */
export function sendTogether(client: PoolClient): void {
  // The driver has it, and says nothing of it in its types.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
