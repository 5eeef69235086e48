/** Writers that work beside each other, in one process and in several. */
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store, StoredTable } from "@tablewright/core/storage";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("writers beside each other", () => {
  test("on different rows are seldom in each other's way", () =>
    withStores([counters], async ([one, other]) => {
      const ids = Array.from({ length: 1_600 }, (_, at) => `${at}`);
      await one.write((transaction) =>
        transaction.insert(
          "Counters",
          ids.map((id) => [id, 0]),
        ),
      );
      let runs = 0;
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let at = 0; at < 20; at++) {
          const id = ids[client * 200 + at] as string;
          await (client % 2 === 0 ? one : other).write(async (transaction) => {
            runs++;
            const [row] = await transaction.getByKeys("Counters", [[id]]);
            await transaction.update("Counters", [[id, Number(row?.[1]) + 1]]);
            await transaction.insert("Counters", [[`${id} again`, 0]]);
          });
        }
      });
      await Promise.all(clients);
      expect(runs).toBeLessThan(1.5 * 160);
      const counts = await readCounters(one);
      expect(Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0)).toBe(160);
    }));

  test("leave positions exact, whatever was rolled back, refused or deleted between", () =>
    withStores([{ ...counters, rowNumbers: "position" }], async ([one, other]) => {
      const clients = Array.from({ length: 6 }, async (_, client) => {
        const store = client % 2 === 0 ? one : other;
        for (let at = 0; at < 8; at++) {
          const id = `${client}.${at}`;
          const work = store.write(async (transaction) => {
            await transaction.insert("Counters", [
              [id, at],
              ["the same", 0],
            ]);
            await transaction.insert("Counters", [
              [id, at],
              [`${id}b`, at],
            ]);
            if (at % 3 === 0) throw new Error("on purpose");
          });
          await work.catch(() => undefined);
          if (at % 4 === 1) await store.write((transaction) => transaction.delete("Counters", [[id]]));
        }
      });
      await Promise.all(clients);
      const keys = Object.keys(await readCounters(one)).map((id) => [id]);
      expect(keys.length).toBeGreaterThan(30);
      for (const store of [one, other]) {
        const rows = await store.read((transaction) => transaction.getByKeys("Counters", keys));
        expect(rows.map((row) => row?.at(-1))).toEqual(keys.map((_, at) => at + 1));
      }
      const { rows } = await other.write((transaction) => transaction.insert("Counters", [["last", 0]]));
      expect(rows[0]?.at(-1)).toBe(keys.length + 1);
    }));

  test("append to a table in the order of commits where that is asked for", () =>
    withStores([journal], async ([one, other]) => {
      const numbers: unknown[] = [];
      const append = (store: Store, id: string, held?: () => Promise<unknown>) =>
        store.write(async (transaction) => {
          const { rows } = await transaction.insert("Journal", [[id]]);
          await held?.();
          return rows[0]?.at(-1);
        });
      let isSecondDone = false;
      const begun = Promise.withResolvers<void>();
      const first = append(one, "first", async () => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(isSecondDone).toBe(false);
      });
      await begun.promise;
      const second = append(other, "second").then((number) => {
        isSecondDone = true;
        return number;
      });
      numbers.push(await first, await second);
      expect(numbers).toEqual(numbers.toSorted());
      await append(other, "third");
      const found = await one.read((transaction) =>
        transaction.getByKeys("Journal", [["first"], ["second"], ["third"]]),
      );
      const stored = found.map((row) => Number(row?.at(-1)));
      expect(stored).toEqual(stored.toSorted((a, b) => a - b));
    }));

  test("waiting for a writer that is alone is no time of the call", () =>
    withStores([], async ([one, other], schema) => {
      let ahead = 0;
      const services = {
        now: () => Date.now() + ahead,
        random: Math.random,
        newId: () => crypto.randomUUID(),
      };
      const { output: definition } = loadDefinition(INVOICES);
      if (definition === undefined) throw new Error("The definition has errors.");
      const engine = await createEngine({ definition, store: other, services });
      let call: ReturnType<typeof engine.add> | undefined;
      await one.write(
        async () => {
          call = engine.add("Invoices", [{ Note: "x,".repeat(20_000) }]);
          const waiting = `select from pg_locks where not granted and relation = '"${schema}".tablewright_store'::regclass`;
          await expect.poll(async () => (await ask(waiting)).length).toBe(1);
          ahead = 60_000;
        },
        { exclusive: true },
      );
      expect(await call).toMatchObject({ ok: true, rows: [{ Number: 1 }] });
    }));

  test("work that cannot be run twice is run once", () =>
    withStores([counters], async ([one, other]) => {
      await one.write((transaction) => transaction.insert("Counters", [["a", 0]]));
      let runs = 0;
      const once = one.write(
        async (transaction) => {
          runs++;
          const [row] = await transaction.getByKeys("Counters", [["a"]]);
          await transaction.update("Counters", [["a", Number(row?.[1]) + 1]]);
        },
        { repeatable: false },
      );
      await Promise.all([once, ...Array.from({ length: 6 }, () => increment(other, "a"))]);
      expect([runs, await readCounters(one)]).toEqual([1, { a: 7 }]);
    }));
});

const journal: StoredTable = {
  name: "Journal",
  columns: [{ name: "Id", kind: "text", family: "text", indexed: false }],
  key: [0],
  rowNumbers: "stable",
  order: "commit",
};

const INVOICES = `
tablewright: 1
app: { id: invoices, name: Invoices, owner: me@example.com }
tables:
  Invoices:
    key: [Number]
    columns:
      Number: { type: Number, initialValue: "MAX(Invoices[Number]) + 1" }
      Note: { type: LongText }
      Words: { type: Number, formula: 'COUNT(SPLIT([Note], ","))' }
`;

/** Two stores on one schema, as two processes have them. */
async function withStores(
  tables: readonly StoredTable[],
  work: (stores: readonly [Store, Store], schema: string) => Promise<void>,
): Promise<void> {
  const { options, release } = temporarySchema();
  const stores = [await postgresStore(options), await postgresStore(options)] as const;
  try {
    for (const store of stores) await store.open(tables);
    await work(stores, String(options.schema));
  } finally {
    for (const store of stores) await store.close();
    await release();
  }
}
