/** How many rows a table is said to have at the start. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { countRows } from "../src/serve/describe-application.ts";
import { openStore } from "../src/stores/open-store.ts";

test.each([
  ["Goods", 0, true, "0 rows"],
  ["Goods", 1, false, "1 row"],
  ["Goods", 1_000, false, "1,000 rows"],
  ["Goods", 1_001, false, "more than 1,000 rows"],
  ["Goods", 3_000, false, "more than 1,000 rows"],
  [`12" "Boards", 5' long`, 2, false, "2 rows"],
])("%s of %i", async (table, rows, isEmpty, words) => {
  const columns = { Id: { type: "Number" } };
  const written = {
    tablewright: 1,
    app: { id: "a", name: "A" },
    tables: { [table]: { key: ["Id"], columns } },
  };
  const { output: definition } = loadDefinition(JSON.stringify(written));
  if (definition === undefined) throw new Error("The definition of the test has errors.");
  const store = await openStore("memory:");
  const engine = await createEngine({ definition, store, services: systemServices });
  await engine.add(
    table,
    Array.from({ length: rows }, (_, Id) => ({ Id })),
  );
  expect(await countRows(engine, table)).toEqual({ isEmpty, words });
});

test("rows that cannot be counted are reported with the reason, and end nothing", async () => {
  const { output: definition } = loadDefinition(
    "tablewright: 1\napp: { id: a, name: A }\ntables: { Goods: { key: [Id], columns: { Id: { type: Number } } } }",
  );
  if (definition === undefined) throw new Error("The definition of the test has errors.");
  const store = await openStore("memory:");
  const away = Object.assign(new Error("The database does not answer any more."), {
    code: "server/store-away",
  });
  const busy = { ...store, read: () => Promise.reject(away) };
  const engine = await createEngine({ definition, store: busy, services: systemServices });
  expect(await countRows(engine, "Goods")).toEqual({
    isEmpty: false,
    words: "rows not counted: The database does not answer any more.",
  });
});
