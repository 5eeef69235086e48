/** Calls that come at the same time share a transaction, where that is the same as having one each. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const KEYS = Array.from({ length: 8 }, (_, at) => `${at}`);

describe.skipIf(server === "")("calls at the same time", () => {
  test.each<[string, (engine: Engine, Id: string, round: number) => Promise<unknown>]>([
    ["Adds", (engine, Id, round) => engine.add("Notes", [{ Id: `${Id}.${round}` }])],
    ["Edits", (engine, Id, round) => engine.edit("Notes", [{ Id, Count: round }])],
    ["actions that set columns", (engine, Id) => engine.invoke("Raise", "Notes", [{ Id }])],
  ])("on different rows: %s share transactions", (_, call) =>
    withEngine(async (engine, counted) => {
      await expect.poll(() => commitsOf(engine, counted, call)).toBeLessThanOrEqual(2);
    }),
  );

  test.each<[string, (engine: Engine, Id: string, round: number) => Promise<unknown>]>([
    ["groups of actions", (engine, Id) => engine.invoke("Raise all", "Notes", [{ Id }])],
    ["Edits that a rule hears of", (engine, Id, round) => engine.edit("Heard", [{ Id, Count: round }])],
  ])("on different rows: %s have one each", (_, call) =>
    withEngine(async (engine, counted) => {
      expect(await commitsOf(engine, counted, call)).toBeGreaterThanOrEqual(KEYS.length);
    }),
  );

  test("are answered each with its own errors", () =>
    withEngine(async (engine) => {
      const results = await Promise.all([
        engine.edit("Notes", [{ Id: "0", Count: 1 }]),
        engine.edit("Notes", [{ Id: "1", Count: -1 }]),
        engine.edit("Notes", [{ Id: "missing", Count: 1 }]),
        engine.edit("Notes", [{ Id: "2", Count: 2 }]),
      ]);
      expect(results.map((one) => (one.ok ? one.rows[0]?.Count : one.diagnostics[0]?.code))).toEqual([
        1,
        "cell/out-of-bounds",
        "row/not-found",
        2,
      ]);
    }));

  test("of two processes, on the same rows in opposite orders, lose nothing", async () => {
    const { options, release } = temporarySchema();
    const stores = [await postgresStore(options), await postgresStore(options)];
    try {
      for (const store of stores) await store.open([counters]);
      await stores[0]?.write((transaction) =>
        transaction.insert(
          "Counters",
          KEYS.map((key) => [key, 0]),
        ),
      );
      const callers = [KEYS, KEYS.toReversed()].flatMap((keys, process) =>
        keys.map(async (key) => {
          for (let round = 0; round < 3; round++)
            await increment(stores[process] as (typeof stores)[number], key, undefined, {
              batch: "update",
            });
        }),
      );
      await Promise.all(callers);
      expect(await readCounters(stores[0] as (typeof stores)[number])).toEqual(
        Object.fromEntries(KEYS.map((key) => [key, 6])),
      );
    } finally {
      for (const store of stores) await store.close();
      await release();
    }
  });
});

let rounds = 0;

/** How often calls on different rows commit. On a busy machine some do not wait for the others, so it is more now and then. */
async function commitsOf(
  engine: Engine,
  counted: () => number,
  call: (engine: Engine, Id: string, round: number) => Promise<unknown>,
): Promise<number> {
  const before = counted();
  const round = rounds++;
  for (const result of await Promise.all(KEYS.map((Id) => call(engine, Id, round))))
    expect(result).toMatchObject({ ok: true });
  return counted() - before;
}

const DEFINITION = `
tablewright: 1
app: { id: notes, name: Notes, owner: me@example.com }
tables:
  Notes: { key: [Id], columns: { Id: { type: Text }, Count: { type: Number, min: 0 } } }
  Heard: { key: [Id], columns: { Id: { type: Text }, Count: { type: Number } } }
actions:
  Raise: { table: Notes, set: { Count: "[Count] + 1" } }
  Raise all: { table: Notes, run: [Raise] }
  Lower: { table: Heard, set: { Count: "[Count] - 1" } }
rules:
  Hears: { table: Heard, on: [edit], steps: [{ action: Lower }] }
`;

/** An engine with rows of these keys, and how often its store has committed so far. */
async function withEngine(work: (engine: Engine, counted: () => number) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  let commits = 0;
  class Counting extends Client {
    override query(...given: unknown[]): never {
      const [query] = given as [string | { text: string }];
      if ((typeof query === "string" ? query : query.text) === "commit") commits++;
      return super.query(...(given as [never])) as never;
    }
  }
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const store = await postgresStore({ ...options, Client: Counting });
  const engine = await createEngine({ definition, store, services });
  try {
    for (const table of ["Notes", "Heard"]) {
      await engine.add(
        table,
        KEYS.map((Id) => ({ Id, Count: 0 })),
      );
    }
    await work(engine, () => commits);
  } finally {
    await engine.close();
    await release();
  }
}
