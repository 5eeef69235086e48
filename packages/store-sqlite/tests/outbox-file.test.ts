/** What is particular to the outbox in a file: what a claim reads, and files that earlier programs have made. */
import { DatabaseSync } from "node:sqlite";
import { appendEvents, claimEvents, readOutbox, readRuns } from "@tablewright/core";
import { migrationWords, outboxTable, type PlanExplanation, runsTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { batches, batchOf, eventOf } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a claim finds what waits by an index, and in the order of claims", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([outboxTable]);
  const plans: (PlanExplanation | undefined)[] = [];
  await store.write(async (transaction) => {
    await appendEvents(transaction, [eventOf(1)]);
    const watched: typeof transaction = Object.create(transaction, {
      find: {
        value: async (plan: Parameters<typeof transaction.find>[0]) => {
          plans.push(await transaction.explain?.(plan));
          return transaction.find(plan);
        },
      },
      update: { value: transaction.update.bind(transaction) },
    });
    expect(await claimEvents(watched, { now: 9, until: 20, limit: 5 })).toHaveLength(1);
  });
  await store.close();
  remove();
  expect(plans).toMatchObject([
    { residual: [], ordered: true, limited: true, indexes: [expect.stringContaining("by State")] },
  ]);
});

test("events and runs of an earlier program are moved, in their order, when a file is opened", async () => {
  const { file, remove } = temporaryFile();
  const old = sqliteStore(file);
  await old.open([batches]);
  await old.write((transaction) => transaction.insert("Batches", batchOf(1)));
  await old.close();
  const database = new DatabaseSync(file);
  database.exec(FORMER);
  for (let number = 1; number <= 1_200; number++)
    database
      .prepare("insert into tablewright_outbox values (?, ?, 'Tell', '{}', ?, ?, ?, ?, ?)")
      .run(number * 2, `e${number}`, number, number % 2 ? "waiting" : "failed", 3, number + 5, "503");
  database.exec(`insert into tablewright_runs values
    (7, 'r1', 'Tell', 'Orders', 'k', 'add', 'Done', 0, 5, '["e1"]'),
    (9, 'r2', 'Tell', 'Orders', '', 'edit', 'NotMet: [A] = "b: c"', 1, 6, '[]')`);
  database.close();
  const reading = sqliteStore(file, { readOnly: true });
  await expect(reading.open([outboxTable, runsTable], { readOnly: true })).rejects.toThrow(
    migrationWords.formerJournals,
  );
  await reading.close();
  for (const _ of ["moved", "and there"]) {
    const store = sqliteStore(file);
    await store.open([batches, outboxTable, runsTable]);
    const { events, runs, rows } = await store.read(async (transaction) => ({
      events: (await readOutbox(transaction, { limit: 9_999 })).toReversed(),
      runs: (await readRuns(transaction, { limit: 9 })).toReversed(),
      rows: await transaction.getByKeys("Batches", [["1.0"]]),
    }));
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 1_200 }, (_, at) => `e${at + 1}`));
    expect(events[2]).toEqual({
      ...{ id: "e3", rule: "Tell", payload: "{}", createdAt: 3, state: "waiting" },
      ...{ attempts: 3, dueAt: 8, error: "503", sequence: events[2]?.sequence },
    });
    expect(runs).toMatchObject([
      { id: "r1", key: "k", outcome: "Done", events: ["e1"] },
      { id: "r2", key: "", outcome: "NotMet", reason: '[A] = "b: c"', depth: 1, at: 6 },
    ]);
    expect(rows).toEqual([["1.0", 1, 1]]);
    await store.close();
  }
  const names = new DatabaseSync(file).prepare("select name from sqlite_schema").all();
  expect(names.filter(({ name }) => /former|_2/u.test(String(name)))).toEqual([]);
  remove();
});

const FORMER = `
  create table tablewright_outbox (sequence integer primary key autoincrement, id text not null unique, rule text not null,
    payload text not null, created_at integer not null, state text not null default 'waiting',
    attempts integer not null default 0, due_at integer not null, error text) strict;
  create index tablewright_outbox_waiting on tablewright_outbox (sequence, due_at) where state = 'waiting';
  create table tablewright_runs (sequence integer primary key autoincrement, id text not null unique, rule text not null,
    table_name text not null, row_key text not null, "change" text not null, outcome text not null, depth integer not null,
    run_at integer not null, events text not null) strict`;
