/** A store behind PgBouncer: the contract, and what a pooler in transaction mode requires. */
import { describeStore, type MakeStore } from "@tablewright/store-contract";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { introspectPostgres, postgresStore } from "../src/index.ts";
import { makeStoreWith } from "./make-store.ts";
import { hasPooler, type Pooler, startPooler } from "./pooler.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

/** The environment variable asks for the whole contract, which takes a minute for each mode, and for any of it in session mode. */
const isWhole = process.env.TABLEWRIGHT_WHOLE === "1";

describe.skipIf(server === "" || !hasPooler())("PgBouncer", () => {
  describe("in session mode", () => {
    const pooler = pooled("session");
    const make = () => makeStoreWith({ connectionString: pooler().url });
    if (isWhole) describeStore("postgres", make);
    test("lets writers lose nothing", () => keepsApart(make));
  });

  describe("in transaction mode", () => {
    const pooler = pooled("transaction");
    const options = () => ({ connectionString: pooler().url, prepare: false });
    describeStore("postgres", () => makeStoreWith(options()), { isWhole });

    test("keeps the stores of several schemas apart on the sessions that they share", () =>
      keepsApart(() => makeStoreWith(options())));

    test("leaves nothing prepared and nothing set on the sessions of the server", async () => {
      const { store, dispose } = await makeStoreWith(options());
      await store.open([counters]);
      for (let time = 0; time < 3; time++) await readCounters(store);
      const own = await introspectPostgres({ ...options(), schema: "public" });
      expect(own.schemas).toEqual(["public"]);
      expect(await sessionOf(pooler().url)).toEqual({ prepared: 0, path: '"$user", public', limit: "0" });
      await dispose();
    });

    test("refuses a store that does not know of it, in words", async () => {
      const { options: plain } = temporarySchema();
      await expect(postgresStore({ ...plain, connectionString: pooler().url })).rejects.toMatchObject({
        code: "server/store-away",
        message: expect.stringContaining("write prepare=false into its address"),
      });
    });
  });
});

/** Writers of three stores at once, each with a counter of its own. */
async function keepsApart(make: MakeStore): Promise<void> {
  const made = await Promise.all(["a", "b", "c"].map(async (key) => ({ key, ...(await make()) })));
  await Promise.all(
    made.map(async ({ key, store }) => {
      await store.open([counters]);
      await store.write((transaction) => transaction.insert("Counters", [[key, 0]]));
      await Promise.all(Array.from({ length: 10 }, () => increment(store, key)));
      expect(await readCounters(store)).toEqual({ [key]: 10 });
    }),
  );
  for (const { dispose } of made) await dispose();
}

function pooled(mode: "session" | "transaction"): () => Pooler {
  let pooler: Pooler | undefined;
  beforeAll(async () => {
    pooler = await startPooler(server, mode);
  });
  afterAll(() => pooler?.stop());
  return () => pooler ?? expect.fail("There is no pooler.");
}

/** What is prepared and set on the session that a client is given. */
async function sessionOf(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select (select count(*)::int from pg_prepared_statements) as prepared, " +
      "current_setting('search_path') as path, current_setting('statement_timeout') as limit",
  );
  await client.end();
  return rows[0];
}
