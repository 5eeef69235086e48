/** What is particular to the outbox in a file: what a claim reads, and files made before there was one. */
import { DatabaseSync } from "node:sqlite";
import { outboxStatements } from "@tablewright/store-sql";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { sqliteDialect } from "../src/sqlite-dialect.ts";
import { batches, batchOf, eventOf } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a claim reads only what waits, in the order of claims", async () => {
  const { file, remove } = temporaryFile();
  await sqliteStore(file).close();
  const database = new DatabaseSync(file);
  const { due, claim } = outboxStatements(sqliteDialect);
  const plan = [
    ...database.prepare(`explain query plan ${due}`).all(9, 5),
    ...database.prepare(`explain query plan ${claim(2)}`).all(20, 1, 2),
  ];
  database.close();
  remove();
  const details = plan.map(({ detail }) => String(detail));
  expect(details).toContainEqual(expect.stringContaining("USING INDEX tablewright_outbox_waiting"));
  expect(details.join()).not.toMatch(/SCAN tablewright_outbox(?! USING INDEX)|TEMP B-TREE/u);
});

test("a file that was made before there was an outbox gets one and keeps its rows", async () => {
  const { file, remove } = temporaryFile();
  const old = sqliteStore(file);
  await old.open([batches]);
  await old.write((transaction) => transaction.insert("Batches", batchOf(1)));
  await old.close();
  const database = new DatabaseSync(file);
  database.exec("drop table tablewright_outbox; drop table tablewright_runs");
  database.close();
  const store = sqliteStore(file);
  await store.open([batches]);
  await store.write((transaction) => transaction.appendEvents([eventOf(1)]));
  const [events, runs, rows] = await store.read(async (transaction) => [
    await transaction.listEvents({ limit: 9 }),
    await transaction.listRuns({ limit: 9 }),
    await transaction.getByKeys("Batches", [["1.0"]]),
  ]);
  expect([events.length, runs.length, rows]).toEqual([1, 0, [["1.0", 1, 1]]]);
  await store.close();
  remove();
});

test("sequences go on where they were when the newest events have been taken out by hand", async () => {
  const { file, remove } = temporaryFile();
  const before = sqliteStore(file);
  await before.write((transaction) => transaction.appendEvents([eventOf(1), eventOf(2)]));
  await before.close();
  const database = new DatabaseSync(file);
  database.exec("delete from tablewright_outbox where sequence = 2");
  database.close();
  const store = sqliteStore(file);
  await store.write((transaction) => transaction.appendEvents([eventOf(3)]));
  const events = await store.read((transaction) => transaction.listEvents({ limit: 9 }));
  expect(events.map(({ sequence }) => sequence)).toEqual([3, 1]);
  await store.close();
  remove();
});
