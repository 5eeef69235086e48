import type { Engine } from "@tablewright/core";

/** The rows of a table that the application's owner sees. */
export async function countRows(engine: Engine, table: string): Promise<number> {
  const result = await engine.execute({ action: "Find", table });
  return result.ok ? result.rows.length : 0;
}
