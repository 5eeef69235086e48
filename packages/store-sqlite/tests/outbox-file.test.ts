/** What is particular to the outbox in a file: what a claim reads, and files that earlier programs have made. */
import { DatabaseSync } from "node:sqlite";
import { appendEvents, claimEvents } from "@tablewright/core";
import { migrationWords, outboxTable, type PlanExplanation } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { batches, eventOf } from "./batches.ts";
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

test("a file with events of an earlier program is refused in words", async () => {
  const { file, remove } = temporaryFile();
  const old = sqliteStore(file);
  await old.open([batches]);
  await old.close();
  const database = new DatabaseSync(file);
  database.exec("create table tablewright_outbox (sequence integer primary key, id text not null) strict");
  database.close();
  for (const readOnly of [true, false]) {
    const store = sqliteStore(file, { readOnly });
    await expect(store.open([batches, outboxTable], { readOnly })).rejects.toThrow(
      migrationWords.formerTables("tablewright_outbox"),
    );
    await store.open([batches], { readOnly });
    await store.close();
  }
  remove();
});
