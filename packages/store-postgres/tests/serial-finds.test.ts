/** Finds see a state that an order of the writers gives, not only what was committed at one moment. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("Finds beside writers", () => {
  test.each<[string, (engine: Engine) => Promise<unknown>]>([
    [
      "a Find of a closed batch",
      (engine) => engine.find("Receipts", { selector: "FILTER(Receipts, [Batch] = 1)" }),
    ],
    ["a Find of all rows", (engine) => engine.find("Receipts")],
    ["a Find by keys", (engine) => engine.find("Receipts", { keys: [{ Id: "slow" }, { Id: "other" }] })],
    ["a summary", (engine) => engine.summarise({ table: "Receipts", values: { Receipts: "COUNT" } })],
  ])("what %s has not seen, no Add puts there that began before the batch was closed", async (_, find) => {
    const { options, release } = temporarySchema();
    const stores = [await postgresStore(options), await postgresStore(options)] as const;
    const read = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let runs = 0;
    const slow: Store = {
      ...stores[0],
      write: (work, use) =>
        stores[0].write(
          (transaction) =>
            work({
              find: (plan) => transaction.find(plan),
              getByKeys: (table, keys) => transaction.getByKeys(table, keys),
              insert: async (table, rows) => {
                if (++runs === 1) {
                  read.resolve();
                  await goOn.promise;
                }
                return transaction.insert(table, rows);
              },
            } as typeof transaction),
          use,
        ),
    };
    const engines = [
      await engineOver(stores[0]),
      await engineOver(slow),
      await engineOver(stores[1]),
    ] as const;
    const [one, adding, other] = engines;
    try {
      expect(await one.add("Batches", [{ Id: "now", Number: 1 }])).toMatchObject({ ok: true });
      const added = adding.add("Receipts", [{ Id: "slow" }]);
      await read.promise;
      expect(await other.edit("Batches", [{ Id: "now", Number: 2 }])).toMatchObject({ ok: true });
      expect(await find(other)).toMatchObject({ ok: true });
      goOn.resolve();
      expect(await added).toMatchObject({ ok: true, rows: [{ Id: "slow", Batch: 2 }] });
    } finally {
      goOn.resolve();
      for (const store of stores) await store.close();
      await release();
    }
  });
});

async function engineOver(store: Store): Promise<Engine> {
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  return createEngine({ definition, store, services });
}

const DEFINITION = `
tablewright: 1
app: { id: batches, name: Batches, owner: me@example.com }
tables:
  Batches: { key: [Id], columns: { Id: { type: Text }, Number: { type: Number } } }
  Receipts:
    key: [Id]
    columns:
      Id: { type: Text }
      Batch: { type: Number, initialValue: 'LOOKUP("now", "Batches", "Id", "Number")' }
`;
