/** What opening a schema would do, told beforehand. */
import { describeMigrations } from "@tablewright/store-contract";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeMigrations("PostgreSQL", async () => {
    const { options, release } = temporarySchema();
    const store = await postgresStore(options);
    const dispose = async () => {
      await store.close();
      await release();
    };
    return { store, contents: () => contentsOf(String(options.schema)), dispose };
  });
});

/** Every column and index of the schema, and what the catalogue says. */
async function contentsOf(schema: string): Promise<unknown> {
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
