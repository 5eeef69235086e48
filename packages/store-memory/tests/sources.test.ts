/** Tables with a source: refused by a store that has tables of its own alone, and columns that the database alone fills. */
import { createEngine, loadDefinition, planMigration } from "@tablewright/core";
import type { Store, StoredTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { memoryStore } from "../src/index.ts";

const { output } = loadDefinition(`
  { tablewright: 1, app: { id: a, name: A, owner: a@b.c }, tables: { Films: { source: public.film, key: [ID, Part], columns: {
      ID: { type: Number }, Part: { type: Number, readOnly: true, source: part },
      Title: { type: Text, source: title }, Words: { type: Number, readOnly: true } } } } }`);
const definition = output ?? expect.fail();
const services = { now: () => 0, random: () => 0.5, newId: () => "id" };

test("a store with tables of its own alone refuses them in words", async () => {
  const refusal = {
    code: "server/migration-refused",
    message:
      'The table "Films" has a source, a table that a database has already; a store of the kind "memory" accepts only tables that it created.',
  };
  await expect(createEngine({ definition, store: memoryStore(), services })).rejects.toMatchObject(refusal);
  await expect(planMigration(definition, memoryStore())).rejects.toMatchObject(refusal);
});

test("another store learns where the rows lie", async () => {
  let opened: readonly StoredTable[] = [];
  const store: Store = {
    ...memoryStore(),
    takesSources: true,
    open: async (tables) => {
      opened = tables;
    },
  };
  await createEngine({ definition, store, services });
  expect(opened).toMatchObject([
    {
      name: "Films",
      source: { schema: "public", table: "film" },
      columns: [
        { name: "ID" },
        { name: "Part", source: "part", readOnly: true },
        { name: "Title", source: "title" },
        { name: "Words", readOnly: true },
      ],
    },
    { name: "tablewright_outbox" },
    { name: "tablewright_runs" },
  ]);
  expect(opened[0]?.columns[0]).not.toHaveProperty("source");
  expect(opened[0]?.columns[0]).not.toHaveProperty("readOnly");
});

test("a value for a column that the database alone fills is ignored with a warning, unless it names the row", async () => {
  const own = memoryStore();
  const engine = await createEngine({ definition, store: { ...own, takesSources: true }, services });
  await own.write((transaction) => transaction.insert("Films", [[1, 7, "Jaws", 1]]));
  const edited = await engine.edit("Films", [{ ID: 1, Part: 7, Title: "The Shark", Words: 2 }]);
  expect(edited).toMatchObject({
    rows: [{ ID: 1, Part: 7, Title: "The Shark", Words: 1 }],
    warnings: [
      {
        code: "column/not-writable",
        column: "Words",
        message: 'The value sent for "Words" is ignored: only the database gives the column its values.',
      },
    ],
  });
  const added = await engine.add("Films", [{ ID: 2, Part: 8, Title: "Psycho" }]);
  // A part of the key that is blank is left to the database.
  expect(added).toMatchObject({ ok: true, rows: [{ ID: 2, Part: null }], warnings: [{ column: "Part" }] });
  const writable = engine.schema("Films")?.columns.filter((column) => column.writable);
  expect(writable?.map(({ name }) => name)).toEqual(["ID", "Title"]);
});
