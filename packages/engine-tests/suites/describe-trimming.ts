import { createEngine, loadDefinition, settleEvents } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const HOUR = 3_600_000;

/** How long after an event was written it failed for good. */
const FAILING = 5_000;

const definitionWith = (keep: string) => `
tablewright: 1
app: { id: old, name: Old, owner: owner@example.com${keep} }
tables: { Jobs: { key: [Job], columns: { Job: { type: Number } } } }
rules:
  Tell: { table: Jobs, on: [add], steps: [{ webhook: { url: "https://example.com/jobs" } }] }
`;

/** What becomes of events and of the history of runs when they are old. */
export function describeTrimming(make: MakeStore): void {
  describe("trimming of events and runs", () => {
    test.each([
      [", keep: { events: 1h, runs: 2h }", HOUR, { events: 249, runs: 0 }],
      [", keep: { events: 1h, runs: 2h }", HOUR - 1, { events: 0, runs: 0 }],
      [", keep: { events: 1h }", 3 * HOUR + FAILING - 1, { events: 249, runs: 0 }],
      [", keep: { events: 1h }", 3 * HOUR + FAILING, { events: 250, runs: 0 }],
      [", keep: { deadLetters: 2h }", 2 * HOUR + FAILING, { events: 1, runs: 0 }],
      [", keep: { runs: 2h }", 2 * HOUR, { events: 0, runs: 251 }],
      ["", 1_000 * HOUR, { events: 0, runs: 0 }],
    ])("with%s after %i ms it removes %j, and never what waits", async (keep, passed, trimmed) => {
      const { output: definition } = loadDefinition(definitionWith(keep));
      if (definition === undefined) throw new Error("The definition has errors.");
      const { store, dispose } = await make();
      try {
        let now = Date.UTC(2026, 2, 14);
        let ids = 0;
        const services = { now: () => now, random: () => 0.5, newId: () => `id-${++ids}` };
        const engine = await createEngine({ definition, store, services });
        await engine.add(
          "Jobs",
          Array.from({ length: 250 }, (_, Job) => ({ Job })),
        );
        await engine.add("Jobs", [{ Job: 250 }]);
        const events = (await engine.listEvents({ after: 0, limit: 999 })).map(({ id }) => id);
        const [waiting, failed, ...delivered] = events;
        const settled = { dueAt: now + FAILING, error: undefined };
        await store.write((transaction) =>
          settleEvents(transaction, [
            ...delivered.map((id) => ({ ...settled, id, state: "delivered" as const })),
            { ...settled, id: failed ?? "", state: "failed" },
          ]),
        );
        now += passed;
        await engine.add("Jobs", [{ Job: 251 }]);
        expect(await engine.trimHistory()).toEqual({ removed: 0, ...trimmed });
        const left = await engine.listEvents({ after: 0, limit: 999 });
        expect(left).toHaveLength(252 - trimmed.events);
        const isFailedLeft = left.some(({ id }) => id === failed);
        expect([left[0]?.id, isFailedLeft]).toEqual([
          waiting,
          trimmed.events !== 250 && trimmed.events !== 1,
        ]);
        expect(await engine.listRuns({ limit: 999 })).toHaveLength(trimmed.runs > 0 ? 1 : 252);
        expect(await engine.trimHistory()).toEqual({ removed: 0, events: 0, runs: 0 });
      } finally {
        await dispose();
      }
    });
  });
}
