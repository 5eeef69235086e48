/** Writers that work beside each other, in one process and in several. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store, StoredTable } from "@tablewright/core/storage";
import { conflictingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { counters, increment, readCounters } from "./counters.ts";
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

  test("on one row lose nothing, and all end", () =>
    withStores([counters], async ([one, other]) => {
      await one.write((transaction) => transaction.insert("Counters", [["a", 0]]));
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let at = 0; at < 10; at++) await increment(client % 2 === 0 ? one : other, "a");
      });
      await Promise.all(clients);
      expect(await readCounters(other)).toEqual({ a: 80 });
    }));

  test("leave positions exact, whatever was rolled back, refused or deleted between", () =>
    withStores([counters], async ([one, other]) => {
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

  test("slots are counted once, also where what counted them is rolled back", () =>
    withStores([counters], async ([store], schema) => {
      const many = Array.from({ length: 1_200 }, (_, at) => [`${at}`, 0]);
      await store.write((transaction) => transaction.insert("Counters", many));
      const settled = async () =>
        (await ask(`select highest from "${schema}".tablewright_tables where name = 'Counters'`))[0]?.highest;
      expect(Number(await settled())).toBe(0);
      const tried = store.write(
        async (transaction) => {
          await transaction.insert("Counters", [["more", 0]]);
          throw new Error("on purpose");
        },
        { alone: true },
      );
      await expect(tried).rejects.toThrow("on purpose");
      expect(Number(await settled())).toBe(1_200);
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

  test("a write that deletes positions and did not say so is run again alone", () =>
    withStores([counters], async ([store]) => {
      await store.write((transaction) =>
        transaction.insert("Counters", [
          ["a", 0],
          ["b", 0],
        ]),
      );
      let runs = 0;
      const numbers = await store.write(async (transaction) => {
        runs++;
        await transaction.delete("Counters", [["a"]]).catch(() => undefined);
        const [row] = await transaction.getByKeys("Counters", [["b"]]);
        return row?.at(-1);
      });
      expect([numbers, runs]).toEqual([1, 2]);
    }));

  test("go on above the slots that are there in a schema of version 2", () =>
    withStores([counters], async ([store, other], schema) => {
      await store.write(
        (transaction) =>
          transaction.insert("Counters", [
            ["a", 0],
            ["b", 0],
          ]),
        { alone: true },
      );
      await ask(`alter table "${schema}"."Counters" alter column "_Slot" drop identity`);
      await ask(`update "${schema}".tablewright_store set version = 2`);
      await other.open([counters]);
      const { rows } = await other.write((transaction) => transaction.insert("Counters", [["c", 0]]));
      expect(rows[0]?.at(-1)).toBe(3);
      expect(await readCounters(store)).toEqual({ a: 0, b: 0, c: 0 });
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
        { once: true },
      );
      await Promise.all([once, ...Array.from({ length: 6 }, () => increment(other, "a"))]);
      expect([runs, await readCounters(one)]).toEqual([1, { a: 7 }]);
    }));
});

describe.skipIf(server === "")("calls of two processes beside each other", () => {
  test("find no number twice that is one more than the highest", () =>
    withEngines(async (engines) => {
      const calls = Array.from({ length: 24 }, (_, at) =>
        (engines[at % 2] as Engine).add("Invoices", [{ Day: "2026-03-14" }]),
      );
      expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual(calls.map(() => true));
      const found = await (engines[0] as Engine).find("Invoices");
      const numbers = found.ok ? found.rows.map(({ Number: number }) => Number(number)) : [];
      expect(numbers.toSorted((a, b) => a - b)).toEqual(calls.map((_, at) => at + 1));
    }));

  test("are given no number twice", () =>
    withEngines(async (engines) => {
      const calls = Array.from({ length: 12 }, (_, at) =>
        (engines[at % 2] as Engine).add("Receipts", [{}, {}]),
      );
      const numbers = (await Promise.all(calls)).flatMap((one) =>
        one.ok ? one.rows.map(({ Receipt }) => Number(Receipt)) : [],
      );
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    }));

  test("cannot both leave when one has to stay", () =>
    withEngines(async ([one, other]) => {
      for (let round = 0; round < 5; round++) {
        await one.add("Guards", [
          { Guard: `a${round}`, Post: `${round}` },
          { Guard: `b${round}`, Post: `${round}` },
        ]);
        const left = await Promise.all([
          one.edit("Guards", [{ Guard: `a${round}`, Stays: "N" }]),
          other.edit("Guards", [{ Guard: `b${round}`, Stays: "N" }]),
        ]);
        expect(left.filter(({ ok }) => ok)).toHaveLength(1);
      }
    }));

  test("are answered alike where the work of each is run in vain before", () =>
    withEngines(
      async ([one, other]) => {
        const calls = Array.from({ length: 6 }, (_, at) =>
          (at % 2 === 0 ? one : other).invoke("Bump", "Invoices", [{ Number: 1 }]),
        );
        await one.add("Invoices", [{ Number: 1 }]);
        await Promise.all(calls);
        const again = await Promise.all(
          [1, 2, 3].map(() => other.invoke("Bump", "Invoices", [{ Number: 1 }])),
        );
        expect(again.every(({ ok }) => ok)).toBe(true);
      },
      (store) => conflictingStore(store, 1),
    ));
});

const journal: StoredTable = {
  name: "Journal",
  columns: [{ name: "Id", kind: "text", family: "text", indexed: false }],
  key: [0],
  rowNumbers: "stable",
  order: "commit",
};

const DEFINITION = `
tablewright: 1
app: { id: beside, name: Beside, owner: owner@example.com }
tables:
  Invoices:
    key: [Number]
    columns:
      Number: { type: Number, initialValue: 'MAX(Invoices[Number]) + 1' }
      Day: { type: Date }
      Bumps: { type: Number, initialValue: "0" }
  Receipts:
    key: [Receipt]
    columns: { Receipt: { type: Number, autoNumber: true } }
  Guards:
    key: [Guard]
    columns:
      Guard: { type: Text }
      Post: { type: Text }
      Stays:
        type: Yes/No
        initialValue: "TRUE"
        validIf: 'OR([_THIS], COUNT(SELECT(Guards[Guard], AND([Post] = [_THISROW].[Post], [Stays], [Guard] <> [_THISROW].[Guard]))) > 0)'
actions:
  Bump: { table: Invoices, set: { Bumps: "[Bumps] + 1" } }
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

async function withEngines(
  work: (engines: readonly [Engine, Engine]) => Promise<void>,
  wrap: (store: Store) => Store = (store) => store,
): Promise<void> {
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition does not load.");
  const services = { now: () => Date.now(), random: Math.random, newId: () => crypto.randomUUID() };
  await withStores([], async ([one, other]) => {
    const engineOver = (store: Store) => createEngine({ definition, store: wrap(store), services });
    await work([await engineOver(one), await engineOver(other)]);
  });
}
