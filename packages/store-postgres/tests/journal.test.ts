/** The journal and the answers of calls where two servers write beside each other. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const DEFINITION = `
tablewright: 1
app: { id: two, name: Two, history: { keep: 1d } }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number } } } }
`;
const CALLS = 60;

describe.skipIf(server === "")("two servers", () => {
  test("write changes that a reader gets each once, in the order of commits", () =>
    withTwo(async (one, other) => {
      const read: { key: string; number: number }[] = [];
      let cursor: string | undefined;
      const readOn = async () => {
        for (let more = true; more; ) {
          const { output, diagnostics } = await one.changes({ after: cursor, limit: 7 });
          if (output === undefined) throw new Error(JSON.stringify(diagnostics));
          for (const { key, cursor: at } of output.changes)
            read.push({ key, number: Number(at.split("-")[0]) });
          ({ cursor, more } = output);
        }
      };
      let isDone = false;
      const reading = (async () => {
        while (!isDone) await readOn();
        await readOn();
      })();
      const writing = [one, other].flatMap((engine, at) =>
        [0, 1, 2].map(async (lane) => {
          for (let call = 0; call < CALLS / 6; call++)
            await engine.add("T", [{ K: `${at}${lane}${call}a` }, { K: `${at}${lane}${call}b` }]);
        }),
      );
      await Promise.all(writing);
      isDone = true;
      await reading;
      const again = await one.changes({ limit: 1_000 });
      expect(read).toHaveLength(2 * CALLS);
      expect(read.map(({ key }) => key)).toEqual(again.output?.changes.map(({ key }) => key));
      expect(read.map(({ number }) => number)).toEqual(
        read.map(({ number }) => number).toSorted((a, b) => a - b),
      );
    }));

  test("carry out twenty calls with one idempotency key once", () =>
    withTwo(async (one, other) => {
      const request = { action: "Add", table: "T", rows: [{ K: "a", N: 1 }], idempotencyKey: "once" };
      const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : other).execute(request));
      const answers = (await Promise.all(calls)).map((answer) =>
        answer.ok ? answer.rows : answer.diagnostics,
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await other.find("T")).toMatchObject({ rows: [{ K: "a", N: 1 }] });
    }));
});

async function withTwo(work: (one: Engine, other: Engine) => Promise<void>): Promise<void> {
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const { options, release } = temporarySchema();
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const open = async () => createEngine({ definition, store: await postgresStore(options), services });
  const [one, other] = [await open(), await open()];
  try {
    await work(one, other);
  } finally {
    await Promise.all([one.close(), other.close()]);
    await release();
  }
}
