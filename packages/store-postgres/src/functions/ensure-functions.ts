import type { PostgresConnection } from "../connection.ts";
import type { PostgresDatabase } from "../database.ts";
import type { PostgresFunctions } from "../expression-dialect.ts";
import { databaseRefusal, isPostgresError } from "../postgres-error.ts";
import type { PostgresOptions } from "../postgres-options.ts";
import { createFunction, functionNames, type SchemaFunctionName } from "./schema-functions.ts";

/** The functions that are there, and why others are not. */
export interface EnsuredFunctions {
  readonly functions: PostgresFunctions;
  readonly missing?: string;
}

/**
 * Makes the functions that are missing in the schema, all or none; with `readOnly` none, and in a dry run they are taken back. A database that takes none, or a user who may make none,
 * is no error: conditions that need them stay with the engine.
 */
export async function ensureFunctions(
  database: PostgresDatabase,
  unicode: string,
  { readOnly = false, dryRun = false }: Pick<PostgresOptions, "readOnly" | "dryRun"> = {},
  ensureSchema: (connection: PostgresConnection) => Promise<void> = async () => undefined,
): Promise<EnsuredFunctions> {
  const names = functionNames(unicode);
  for (let attempt = 1; ; attempt++) {
    const there = await database.inTransaction({ begin: "begin read only" }, (connection) =>
      functionsThere(connection, Object.values(names)),
    );
    const missing = (Object.keys(names) as SchemaFunctionName[]).filter((name) => !there.has(names[name]));
    if (missing.length === 0) return { functions: names };
    const existing = (Object.keys(names) as SchemaFunctionName[]).filter((name) => there.has(names[name]));
    const functions = Object.fromEntries(existing.map((name) => [name, names[name]]));
    if (readOnly) return { functions, missing: "nothing is made in a database that is only read" };
    try {
      await database.inTransaction({ begin: "begin", takesBack: dryRun }, async (connection) => {
        await ensureSchema(connection); // a dry run has taken it back
        const [schema] = (await connection.get("select current_schema()")) ?? [];
        for (const name of missing) await connection.exec(createFunction(name, names, String(schema)));
      });
      return { functions: dryRun ? functions : names };
    } catch (error) {
      if (isPostgresError(error, "made meanwhile") && attempt < ATTEMPTS) continue;
      const missingBecause = databaseRefusal(error);
      if (missingBecause === undefined) throw error;
      return { functions, missing: missingBecause };
    }
  }
}

async function functionsThere(
  connection: PostgresConnection,
  names: readonly string[],
): Promise<ReadonlySet<unknown>> {
  const rows = await connection.all(
    "select proname::text from pg_proc join pg_namespace on pg_namespace.oid = pronamespace " +
      "where nspname = current_schema() and proname = any($1::text[])",
    [names],
  );
  return new Set(rows.map(([name]) => name));
}

const ATTEMPTS = 10;
