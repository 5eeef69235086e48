/** Columns of objects over JSON that another program keeps. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { afterAll, expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "tablewright-objects-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("objects are read by the names of their fields, and what is none is blank", async () => {
  const file = join(folder, "orders.db");
  const database = new DatabaseSync(file);
  database.exec(`
    create table orders (id text primary key, customer json, lines text);
    insert into orders values
      ('1', '{"age": 4, "name": "Ann", "since": "2024-05-06"}', '[{"price": 2.5}, null]'),
      ('2', null, '[]'),
      ('3', '{"since": "never"}', 'x')`);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: a, name: A, owner: owner@example.com }
tables:
  Orders:
    source: orders
    key: [id]
    columns:
      id: { type: Text }
      customer: { type: Object, fields: { name: Text, since: Date } }
      lines: { type: List, of: { type: Object, fields: { price: Price } } }
`);
  if (definition === undefined) throw new Error("the definition has errors");
  const services = { now: () => 0, random: () => 0, newId: () => "id" };
  const store = sqliteStore(file);
  const engine = await createEngine({ definition, store, services });
  const find = (condition: string) =>
    engine.execute({
      action: "Find",
      table: "Orders",
      properties: { Selector: `FILTER("Orders", ${condition})` },
    });
  const found = await find("TRUE");
  expect(found).toMatchObject({
    rows: [
      { customer: { name: "Ann", since: "2024-05-06" }, lines: [{ price: 2.5 }, { price: null }] },
      { customer: null, lines: [] },
      { customer: null, lines: [] },
    ],
  });
  expect(found.ok && found.warnings.map(({ code, key, column }) => [code, key, column])).toEqual([
    ["row/unreadable-value", "3", "customer"],
    ["row/unreadable-value", "3", "lines"],
  ]);
  const row = { id: "1", customer: { name: "Bo" }, lines: [{ price: 1 }] };
  await engine.execute({ action: "Edit", table: "Orders", rows: [row] });
  expect(await find('AND([customer].[name] = "bo", SUM([lines][price]) = 1)')).toMatchObject({
    rows: [{ id: "1" }],
  });
  expect(database.prepare("select customer, lines from orders where id = '1'").get()).toEqual({
    customer: '{"name":"Bo","since":null}',
    lines: '[{"price":1}]',
  });
  database.close();
  await store.close?.();
});
