import type { ClientBase } from "pg";

/** The id of the process of the server that answers. */
export async function serverProcess(client: ClientBase): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as id");
  return Number(rows[0]?.id);
}

/** The id that a connection was given when it was made. A pooler gives one of its own. */
export function announcedProcess(client: ClientBase): number | undefined {
  return (client as { readonly processID?: number }).processID; // not in the types of the driver
}
