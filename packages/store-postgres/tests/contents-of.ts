/** All that lies in a schema of ours. */
import { ask } from "./temporary-schema.ts";

/** Every column and index of the schema, and what the catalogue says. */
export async function contentsOf(schema: string): Promise<unknown> {
  await ask(`set search_path to "${schema}"`);
  const tables = await ask("select stored_as from tablewright_tables order by name");
  return [
    await ask(
      "select table_name, column_name, data_type from information_schema.columns where table_schema = $1 order by 1, 2",
      [schema],
    ),
    await ask("select indexdef from pg_indexes where schemaname = $1 order by 1", [schema]),
    await ask("select * from tablewright_tables order by name"),
    await Promise.all(tables.map(({ stored_as }) => ask(`select * from "${stored_as}" order by "_Slot"`))),
  ];
}
