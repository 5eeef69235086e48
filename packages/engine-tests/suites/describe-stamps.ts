import { createEngine, loadDefinition } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { source } from "./loading.ts";

const DEFINITION = `
tablewright: 1
app: { id: stamps, name: Stamps, timezone: UTC, api: { enabled: true, invocable: dataChange } }
tables:
  Jobs:
    key: [Job]
    columns:
      Job: { type: Number }
      Done: { type: Yes/No }
      Stamped: { type: DateTime, formula: 'IF(AND(ISBLANK([_THIS]), [Done]), NOW(), [_THIS])' }
      Saves: { type: Number, formula: 'NUMBER([_THIS]) + 1' }
      Count: { type: Number, initialValue: 0 }
      Late: { type: Yes/No, virtual: true, formula: 'ISNOTBLANK([Stamped])' }
rules:
  Save twice: { table: Jobs, on: [edit], condition: '[Saves] = 2', steps: [{ action: Touch }] }
actions:
  Touch: { table: Jobs, set: { Done: true } }
  Count: { table: Jobs, set: { Count: '[_THIS] + 1' } }
  Count Twice: { table: Jobs, run: [Count, Count] }
`;

/** A formula that reads the value that its column has until then. */
export function describeStamps(make: MakeStore): void {
  describe("formulas with [_THIS]", () => {
    test("stamp once and count, in calls, rules and loads", async () => {
      const { store, dispose } = await make();
      const { output: definition, diagnostics } = loadDefinition(DEFINITION);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      let now = Date.UTC(2026, 0, 1);
      const services = { now: () => now, random: () => 0.5, newId: () => crypto.randomUUID() };
      const engine = await createEngine({ definition, store, services });
      const stored = async () => {
        const found = await engine.find("Jobs", { properties: {} });
        return found.ok ? found.rows.map(({ Stamped, Saves, Late }) => [Stamped, Saves, Late]) : found;
      };
      await engine.add("Jobs", [{ Job: 1, Done: false }]);
      expect(await stored()).toEqual([[null, 1, false]]);
      await engine.edit("Jobs", [{ Job: 1, Done: false }]); // the rule saves it once more
      expect(await stored()).toEqual([["2026-01-01T00:00:00", 3, true]]);
      now += 86_400_000;
      await engine.edit("Jobs", [{ Job: 1, Done: true }]);
      expect(await stored()).toEqual([["2026-01-01T00:00:00", 4, true]]);
      const rows = source(
        "Jobs",
        ["Job", "Done"],
        [
          [1, false],
          [2, true],
        ],
      );
      expect(await engine.load([rows], { onDuplicate: "update" })).toMatchObject({ ok: true });
      expect(await stored()).toEqual([
        ["2026-01-01T00:00:00", 5, true],
        ["2026-01-02T00:00:00", 1, true],
      ]);
      await dispose();
    });

    test("an action reads the value of the column that it sets", async () => {
      const { store, dispose } = await make();
      const { output: definition } = loadDefinition(DEFINITION);
      if (definition === undefined) throw new Error("The definition is wrong.");
      const services = { now: () => 0, random: () => 0.5, newId: () => crypto.randomUUID() };
      const engine = await createEngine({ definition, store, services });
      await engine.add("Jobs", [{ Job: 1 }, { Job: 2, Count: 5 }]);
      const rows = [{ Job: 1 }, { Job: 2 }];
      expect(await engine.execute({ action: "Count Twice", table: "Jobs", rows })).toMatchObject({
        ok: true,
        rows: [{ Count: 2 }, { Count: 7 }],
      });
      await dispose();
    });
  });
}
