import type { EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { ANN, as, edit, find, HR, withStaff } from "./staff.ts";

/** Traces and explanations are for the eyes of their caller: they show no cell that the caller may not read. */
export function describeTracedCells(make: MakeStore): void {
  describe("columns by role, traced", () => {
    test("a trace shows no cell that is not read", () =>
      withStaff(make, async ({ engine }) => {
        const calls = [
          find('FILTER("People", [Class] = "high")'),
          find('LIST(ANY(SELECT(People[Person], [Salary] < 500)), "b")'),
          edit({ Person: "b", Level: 1 }),
          { action: "Raise", table: "People", rows: [{ Person: "b" }] },
        ];
        for (const call of calls) {
          const traced = async (email: string) => JSON.stringify(await engine.why({ ...call, ...as(email) }));
          expect(await traced(ANN)).not.toMatch(/3[01]0\b|"fair"/);
          expect(await traced(HR)).toMatch(/3[01]0\b/);
        }
        const batch = { calls: [calls[2] as EngineRequest], ...as(ANN) };
        expect(JSON.stringify(await engine.whyBatch(batch))).not.toMatch(/3[01]0\b|"fair"/);
      }));

    test("a trace names what was queued, and what is in it to who reads every cell", () =>
      withStaff(make, async ({ engine }) => {
        const queued = async (email: string) =>
          [
            ...JSON.stringify(
              await engine.why({ ...edit({ Person: "b", Level: 1 }), ...as(email) }),
            ).matchAll(/queued: (?:[^"\\]|\\.)*/g),
          ].map(([text]) => text.replaceAll("\\", ""));
        expect(await queued(ANN)).toEqual([
          'queued: an event of the rule "Told"',
          'queued: an event of the rule "Whole"',
        ]);
        expect(await queued(HR)).toEqual([
          'queued: POST https://example.com/told with {"salary": "300", "review": "fair"}',
          'queued: POST https://example.com/rich with {"level": 1}',
          'queued: an event of the rule "Whole"',
        ]);
      }));

    test("an explained decision shows no cell that is not read", () =>
      withStaff(make, async ({ engine }) => {
        const explained = async (email: string) =>
          engine.explainDecision("WORTH", { low: 1 }, { ...as(email) });
        expect(JSON.stringify(await explained(HR))).toMatch(/\b900\b/);
        const { outputs, decisions } = await explained(ANN);
        expect(outputs).toEqual({ WORTH: "rich" });
        const [rich] = decisions[0]?.rows ?? [];
        expect([rich?.state, rich?.conditions.map(({ root }) => root.parts)]).toEqual(["fired", [[]]]);
        expect(JSON.stringify(decisions)).not.toMatch(/900|1300/);
      }));
  });
}
