import type { Engine, ResultRow } from "@tablewright/core";

/** The stored columns of every row of a table, those that security filters hide included. */
export async function storedRows(engine: Engine, table: string): Promise<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  await engine.unload([table], (part) => {
    for (const cells of part.rows)
      rows.push(Object.fromEntries(part.columns.map(({ name }, at) => [name, cells[at] ?? null])));
  });
  return rows;
}
