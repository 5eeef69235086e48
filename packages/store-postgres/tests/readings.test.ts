/** More rows than are read at once: they come through a cursor of the server, which hinders nothing and is left nowhere. */
import { type FindPlan, findAll, type Row, type Store, type StoredTable } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { statementsOfWrites } from "@tablewright/store-contract/histories";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { breakConnections } from "./break-connections.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const COUNT = 15_000;

const things: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Count", kind: "integer", family: "number", indexed: true },
  ],
  key: [0],
  rowNumbers: "stable",
};

const rows: readonly Row[] = Array.from({ length: COUNT }, (_, at) => [`key ${at}`, at % 9, at + 1]);

const everything: FindPlan = { table: "Things", conditions: [], order: [], context: testContext() };

const counted: FindPlan = {
  ...everything,
  inList: { column: 1, family: "number", values: [0, 1, 2, 3, 4, 5, 6, 7] },
};

describe.skipIf(server === "")("many rows of PostgreSQL", () => {
  test.each<[string, FindPlan, readonly Row[]]>([
    ["of a whole table", everything, rows],
    ["of a part of a table", counted, rows.filter(([, count]) => count !== 8)],
  ])("%s come in small batches through a cursor that is closed", (_, plan, expected) =>
    withThings(async (store, sent) => {
      await store.read(async (transaction) => {
        const batches: (readonly Row[])[] = [];
        for await (const batch of (await transaction.find(plan)).batches) batches.push(batch);
        expect(batches.flat()).toEqual(expected);
        expect(Math.max(...batches.slice(1).map(({ length }) => length))).toBeLessThanOrEqual(2_000);
      });
      expect(count(sent, /^declare/u)).toBe(1);
      expect(count(sent, /^fetch/u)).toBeGreaterThan(2);
      expect(count(sent, /^close/u)).toBe(1);
    }),
  );

  test("that are few after all need no cursor", () =>
    withThings(async (store, sent) => {
      const found = await store.read((transaction) => findAll(transaction, { ...everything, limit: 10_000 }));
      expect(found.rows).toEqual(rows.slice(0, 10_000));
      expect(count(sent, /^declare/u)).toBe(0);
    }));

  test("are not read before somebody asks for them, and no further than that", () =>
    withThings(async (store, sent) => {
      await store.read(async (transaction) => {
        await transaction.find(counted);
        expect(count(sent, /^declare/u)).toBe(0);
        for await (const batch of (await transaction.find(counted)).batches) {
          expect(batch).toHaveLength(2_000);
          break;
        }
        expect(await transaction.getByKeys("Things", [["key 7"]])).toEqual([rows[7]]);
      });
      expect([count(sent, /^fetch/u), count(sent, /^close/u)]).toEqual([1, 1]);
    }));

  test("may be left half-read when their table is altered", () =>
    withThings(async (store) => {
      const long = "x".repeat(5_000);
      await store.write(async (transaction) => {
        const reading = (await transaction.find(counted)).batches[Symbol.asyncIterator]();
        await reading.next();
        await transaction.insert("Things", [[long, 1]]); // a key beyond an index: the table gets another one
        await expect(reading.next()).rejects.toThrow("before their transaction");
      });
      const [row] = await store.read((transaction) => transaction.getByKeys("Things", [[long]]));
      expect(row).toEqual([long, 1, COUNT + 1]);
    }));

  test("end with an error when the connection breaks between two parts", () =>
    withThings(async (store, _, name) => {
      const broken = store.read(async (transaction) => {
        for await (const _ of (await transaction.find(everything)).batches) await breakConnections(name);
      });
      await expect(broken).rejects.toMatchObject({ code: "server/store-away" });
      const found = await store.read((transaction) => findAll(transaction, everything));
      expect(found.rows).toEqual(rows);
    }));
});

function count(sent: readonly string[], beginning: RegExp): number {
  return sent.filter((one) => beginning.test(one)).length;
}

describe.skipIf(server === "")("a write", () => {
  test("asks for later definitions with what begins it", () =>
    withThings(async (store, sent) => {
      const { insert, update } = await statementsOfWrites(store, sent);
      for (const statements of [insert, update]) {
        expect(statements).toEqual([
          expect.stringMatching(/^begin /u),
          "select (select max(id) from tablewright_migrations)",
          expect.stringContaining('"Counters"'),
          "commit",
        ]);
      }
    }));
});

/** `sent` are the statements that the store has sent since there are things. */
async function withThings(
  work: (store: Store, sent: string[], name: string) => Promise<void>,
): Promise<void> {
  const { options, release } = temporarySchema();
  const sent: string[] = [];
  class Recorded extends Client {
    override query(...given: unknown[]): never {
      const [query] = given as [string | { text: string }];
      sent.push(typeof query === "string" ? query : query.text);
      return super.query(...(given as [never])) as never;
    }
  }
  const name = String(options.schema).slice(0, 63);
  const store = await postgresStore({ ...options, Client: Recorded, application_name: name });
  try {
    await store.open([things]);
    await store.write((transaction) => transaction.insert("Things", rows));
    sent.length = 0;
    await work(store, sent, name);
  } finally {
    await store.close();
    await release();
  }
}
