import type { Store } from "@tablewright/core/storage";
import { openPostgres } from "./open-postgres.ts";
import { type PostgresOptions, readAddress } from "./postgres-options.ts";

/**
 * A store in a PostgreSQL database, which several processes may use at the same time. Rejects when the database cannot
 * be reached, or is not one to which changes can be entrusted.
 */
export async function postgresStore(
  where: string | PostgresOptions,
  use: Pick<PostgresOptions, "readOnly" | "dryRun"> = {},
): Promise<Store> {
  const options = typeof where === "string" ? readAddress(where) : where;
  return openPostgres({ ...options, ...use });
}
