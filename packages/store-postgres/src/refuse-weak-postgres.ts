import type { PostgresConnection } from "./connection.ts";
import { PostgresError } from "./postgres-error.ts";
import type { PostgresOptions } from "./postgres-options.ts";

/**
 * Throws when the database cannot keep every text, or when a commit that was acknowledged might not survive a crash or a
 * loss of power, unless that is accepted or none is made.
 */
export async function refuseWeakPostgres(
  connection: PostgresConnection,
  place: string,
  { acceptsLoss = false, readOnly = false }: PostgresOptions,
): Promise<void> {
  const settings = await connection.get(
    "select current_setting('server_version_num')::bigint, current_setting('server_encoding'), " +
      "current_setting('synchronous_commit', true), current_setting('fsync', true), " +
      "current_setting('full_page_writes', true), current_schema()",
  );
  const [version, encoding, commit, ...flags] = settings ?? [];
  const schema = flags.pop() ?? null;
  if (Number(version) < OLDEST)
    throw new PostgresError(`${place} is PostgreSQL ${Number(version) / 10_000}; take version 13 or later.`);
  if (encoding !== "UTF8")
    throw new PostgresError(
      `${place} keeps texts as ${encoding}; make one with "create database … encoding 'UTF8' template template0".`,
    );
  if (readOnly) return;
  if (schema === null)
    throw new PostgresError(`${place} has no schema for this user's tables; name one with "?schema=…".`);
  if (acceptsLoss) return;
  if (commit === "off" || commit === "local" || commit === "remote_write")
    throw new PostgresError(
      `${place} has synchronous_commit = ${commit}, so changes that were acknowledged may be lost; set it to "on".`,
    );
  if (flags.includes("off"))
    throw new PostgresError(
      `${place} does without fsync or full_page_writes, so it may not survive a loss of power; set both to "on".`,
    );
}

const OLDEST = 130_000;
