import type { Result } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withArchive } from "./archive.ts";
import { archiveCall, archiveRows } from "./describe-hidden-rows.ts";

/** What a batch is: its calls one after the other, or nothing. */
export function describeBatchModel(make: MakeStore, effort: number): void {
  describe("batches of any calls", () => {
    test("any calls do what they do one after the other, or nothing", async () => {
      const property = fc.asyncProperty(
        archiveRows,
        fc.array(archiveCall, { minLength: 1, maxLength: 5 }),
        async (rows, calls) => {
          const notes = { action: "Find", table: "Notes" };
          const runs: (readonly unknown[])[] = [];
          await withArchive(make, rows, async ({ engine }) => {
            const before = await engine.execute(notes);
            const answers: Result[] = [];
            for (const call of calls) {
              const answer = await engine.execute({ ...call, wire: "typed" });
              answers.push(answer);
              if (!answer.ok) break;
            }
            const failed = answers.at(-1)?.ok === false;
            const done = answers.map((answer) => (answer.ok ? answer.rows : []));
            runs.push(failed ? [[], before] : [done, await engine.execute(notes)]);
          });
          await withArchive(make, rows, async ({ engine }) => {
            const result = await engine.batch({ calls: calls.map(({ wire: _, ...call }) => call) });
            const done = result.ok ? result.answers.map(({ rows }) => rows) : [];
            runs.push([done, await engine.execute(notes)]);
          });
          expect(runs[1]).toEqual(runs[0]);
        },
      );
      await fc.assert(property, { numRuns: randomRuns(60 * effort) });
    });
  });
}
