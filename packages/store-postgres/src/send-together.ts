import type { PoolClient } from "pg";
import { streamOf } from "./stream-of.ts";

/**
 * What is sent over a connection from here until the process has nothing else to do goes out in one piece: each write to a socket
 * costs as much as a small statement.
 */
export function sendTogether(client: PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}
