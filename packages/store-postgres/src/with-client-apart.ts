import { Client } from "pg";
import type { Database } from "./database.ts";
import { PostgresError } from "./postgres-error.ts";

/** Runs `work` on a connection beside the pool, on which nothing is set yet. */
export async function withClientApart<T>(
  { apart, place }: Pick<Database, "apart" | "place">,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(apart.config);
  client.on("error", () => {}); // the next statement on it tells
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw PostgresError.of(error, place);
  } finally {
    await client.end().catch(() => undefined);
  }
}
