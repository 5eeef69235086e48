import type { Connection } from "../connection.ts";
import type { PostgresFunctions } from "../expression-dialect.ts";
import { isMadeMeanwhile } from "../postgres-error.ts";
import { createFunction, type FunctionName, functionNames } from "./schema-functions.ts";

/**
 * Makes the functions that are missing in the schema, and answers those that are there then. A database that takes none,
 * or a user who may make none, is no error: conditions that need them stay with the engine.
 */
export async function ensureFunctions(connection: Connection, unicode: string): Promise<PostgresFunctions> {
  const names = functionNames(unicode);
  const [schema] = (await connection.get("select current_schema()")) ?? [];
  const there = new Set(
    (
      await connection.all(
        "select proname::text from pg_proc join pg_namespace on pg_namespace.oid = pronamespace " +
          "where nspname = $1 and proname = any($2::text[])",
        [schema ?? null, Object.values(names)],
      )
    ).map(([name]) => name),
  );
  const missing = (Object.keys(names) as FunctionName[]).filter((name) => !there.has(names[name]));
  if (missing.length === 0) return names;
  await connection.exec("savepoint functions");
  try {
    for (const name of missing) await connection.exec(createFunction(name, names, String(schema)));
    await connection.exec("release savepoint functions");
    return names;
  } catch (error) {
    if (isMadeMeanwhile(error)) throw error;
    await connection.exec("rollback to savepoint functions");
    const known = (Object.keys(names) as FunctionName[]).filter((name) => there.has(names[name]));
    return Object.fromEntries(known.map((name) => [name, names[name]]));
  }
}
