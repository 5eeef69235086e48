import type { Duplex } from "node:stream";
import type { ClientBase } from "pg";

/** The socket of a connection. The driver has it, and says nothing of it in its types. */
export function streamOf(client: ClientBase): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}
