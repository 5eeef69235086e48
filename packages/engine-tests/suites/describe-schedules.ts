import { createEngine, loadDefinition } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const APP = `
tablewright: 1
app: { id: schedules, name: Schedules, timezone: UTC }
tables:
  Jobs: { key: [Job], columns: { Job: { type: Number }, Count: { type: Number } } }
actions: { Count: { table: Jobs, set: { Count: "[Count] + 1" } } }
rules:
  Hourly:
    table: Jobs
    every: "@hourly"
    condition: AND([_THISROW_BEFORE].[Job] > 0, COUNT(SELECT(Jobs[Job], [Job] > [_THISROW].[Job])) < 2)
    steps: [{ action: Count }]
`;

/** That a store keeps when schedules ran, so that of several engines one runs each. */
export function describeSchedules(make: MakeStore): void {
  describe("schedules", () => {
    test("engines over one store run what is due once, and what they missed once", async () => {
      const { output: definition } = loadDefinition(APP);
      if (definition === undefined) throw new Error("The definition does not load.");
      const { store, dispose } = await make();
      try {
        let now = Date.UTC(2026, 2, 14, 15, 30);
        let ids = 0;
        const services = { now: () => now, random: () => 0.5, newId: () => `id-${++ids}` };
        const engine = await createEngine({ definition, store, services });
        const rows = [1, 2, 3].map((Job) => ({ Job, Count: 0 }));
        await engine.execute({ action: "Add", table: "Jobs", rows });
        const runs = async () => {
          const both = await Promise.all([engine.runSchedules(), engine.runSchedules()]);
          return both.flatMap((one) => one.runs);
        };
        expect(await runs()).toEqual([]);
        now += 29 * MINUTE;
        expect(await engine.runSchedules()).toEqual({ runs: [], nextAt: Date.UTC(2026, 2, 14, 16) });
        now += MINUTE;
        const { result: dry, trace } = await engine.why({ rule: "hourly" });
        expect(dry).toEqual({ ok: true, rows: [], warnings: [] });
        expect(trace.steps.filter(({ about }) => about === "rule")).toMatchObject([
          { name: "Hourly", isMet: true },
        ]);
        expect(await engine.why({ rule: "Daily" })).toMatchObject({
          result: { diagnostics: [{ code: "request/unknown-action" }] },
        });
        expect(await runs()).toEqual([{ rule: "Hourly", rows: 2, diagnostics: [] }]);
        now += 500 * MINUTE;
        expect(await runs()).toHaveLength(1);
        expect(await runs()).toEqual([]);
        const result = await engine.execute({ action: "Find", table: "Jobs" });
        expect(result).toMatchObject({ rows: [{ Count: 0 }, { Count: 2 }, { Count: 2 }] });
        expect(await engine.listRuns({ limit: 9 })).toMatchObject(Array(4).fill({ change: "schedule" }));
      } finally {
        await dispose();
      }
    });
  });
}

const MINUTE = 60_000;
