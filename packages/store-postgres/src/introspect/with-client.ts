import { Client } from "pg";
import { PostgresError } from "../postgres-error.ts";
import { type PostgresOptions, readAddress } from "../postgres-options.ts";
import { sessionSettings } from "../session-settings.ts";

/** Where a client is connected to. */
interface Place {
  readonly database: string;
  readonly schema: string;
}

/** Runs `work` on a connection of its own, in one read-only transaction, whose names in SQL are all written in full. */
export async function withClient<T>(
  address: string | PostgresOptions,
  work: (client: Client, place: Place) => Promise<T>,
): Promise<T> {
  const options = typeof address === "string" ? readAddress(address) : address;
  const { config, settings } = sessionSettings({ statement_timeout: 60_000, ...options });
  const client = new Client({ connectionTimeoutMillis: 10_000, ...config });
  client.on("error", () => {}); // what waits for an answer rejects
  const place = `The database "${client.database ?? ""}" at ${client.host}:${client.port}`;
  try {
    await client.connect();
    const limits = settings.map((one) => `; set local ${one}`).join("");
    await client.query(`begin isolation level repeatable read read only${limits}`);
    const { rows } = await client.query("select current_database() as database, current_schema() as schema");
    await client.query("set local search_path to pg_catalog");
    return await work(client, {
      database: String(rows[0]?.database),
      schema: options.schema ?? String(rows[0]?.schema ?? "public"),
    });
  } catch (error) {
    throw PostgresError.of(error, place);
  } finally {
    await client.end().catch(() => {}); // one that never connected has nothing to end
  }
}
