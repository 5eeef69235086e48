import { ask } from "./temporary-schema.ts";

/** Ends the server's side of every connection of a store that goes by this name, or by one that begins so. */
export async function breakConnections(name: string): Promise<void> {
  await ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
    name.slice(0, 63),
  ]);
}
