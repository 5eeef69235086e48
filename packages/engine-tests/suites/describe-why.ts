import { type CallTrace, type EngineRequest, printWhy, type TraceStep } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { SOME_ROWS, withArchive } from "./archive.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** Why a call does what it does: that nothing is kept, that everything is said, and that hidden rows stay hidden. */
export function describeWhy(make: MakeStore): void {
  describe("why", () => {
    test("the answer is that of a dry run, and nothing is kept", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const { engine } = workshop;
        const requests: readonly EngineRequest[] = [
          { action: "Add", table: "Jobs", rows: [{ Job: "j9", Hours: 4, Maker: "a" }] },
          { action: "Add", table: "Jobs", rows: [{ Job: "j9", State: "Done" }] },
          { action: "Edit", table: "Jobs", rows: [{ Job: "j1", Hours: 500 }] },
          { action: "Delete", table: "Jobs", rows: [{ Job: "j1" }] },
          { action: "Find", table: "Jobs", properties: { Selector: 'FILTER("Jobs", [Hours] > 3)' } },
          { action: "Find", table: "Jobs", rows: [{ Job: "j1" }, { Job: "nowhere" }] },
          { action: "Nope", table: "Jobs" },
          { action: "Find", table: "Nowhere" },
        ];
        for (const request of requests) {
          const before = await workshop.all("Jobs");
          const { result } = await engine.why(request);
          expect(await workshop.all("Jobs")).toEqual(before);
          const properties = { ...request.properties, DryRun: true };
          const tried = await engine.execute({ ...request, properties });
          // PostgreSQL numbers each new row that is tried.
          const unnumbered = (name: string, value: unknown) => (name === "_RowNumber" ? undefined : value);
          expect(JSON.stringify(result, unnumbered)).toBe(JSON.stringify(tried, unnumbered));
        }
      }));

    test("initial values, formulas, Required_If and Valid_If are traced, and errors stand at their rows", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [
          { Job: "j9", Maker: "a", Hours: 4, Begun: "2026-02-01", Ended: "2026-01-01", State: "Done" },
        ];
        const { trace } = await workshop.engine.why({ action: "Add", table: "Jobs", rows });
        const [row] = trace.steps.filter(({ about }) => about === "row");
        expect(
          row?.steps?.map(({ about, column, isMet }) =>
            [about, column, isMet].filter((one) => one !== undefined),
          ),
        ).toEqual([
          ["initialValue", "Job"],
          ["initialValue", "Begun"],
          ["initialValue", "State"],
          ["formula", "Cost"],
          ["formula", "Double"],
          ["validIf", "Ended", false],
          ["requiredIf", "Report", true],
          ["error", "Ended"],
          ["error", "Report"],
        ]);
      }));

    test.each([19, 20, 21])("of %d rows the first twenty are traced, the others counted", (count) =>
      withWorkshop(make, async ({ engine }) => {
        const rows = Array.from({ length: count }, (_, Maker) => ({
          Job: `j${Maker}`,
          Hours: 1,
          State: "Open",
        }));
        const { trace } = await engine.why({ action: "Add", table: "Jobs", rows });
        const formulas = stepsIn(trace).filter(
          ({ about, column }) => about === "formula" && column === "Cost",
        );
        expect(formulas).toHaveLength(Math.min(count, 20));
        expect(trace.omitted > 0).toBe(count > 20);
      }),
    );

    test("a key that names a hidden row reads as one that names none", () =>
      withArchive(make, SOME_ROWS, async ({ engine }) => {
        const about = async (Note: string) => {
          const answer = await engine.why({ action: "Find", table: "Notes", rows: [{ Note }] });
          return printWhy(answer).replaceAll(Note, "…");
        };
        expect(await about("h1")).toBe(await about("nowhere"));
        expect(await about("v1")).not.toBe(await about("nowhere"));
      }));

    test("what a security filter reads of other tables is not shown", () =>
      withArchive(make, SOME_ROWS, async ({ engine }) => {
        const { trace } = await engine.why({ action: "Find", table: "Topics", rows: [{ Topic: "t1" }] });
        const [filter] = stepsIn(trace).filter(({ about }) => about === "securityFilter");
        expect(filter?.steps).toEqual([
          {
            about: "securityFilter",
            table: "Topics",
            isMet: true,
            text: "IN([Topic], SELECT(Grants[Topic], [Who] = USEREMAIL())) is TRUE; what it read of other tables is not shown",
          },
        ]);
      }));

    test("rules that were met, that were not, and that were not tried", () =>
      withArchive(make, SOME_ROWS, async ({ engine }) => {
        const rows = [{ Note: "v1", Size: 5 }];
        const { trace } = await engine.why({ action: "Edit", table: "Notes", rows });
        const rules = trace.steps
          .filter(({ about }) => about === "rule")
          .map(({ name, isMet }) => [name, isMet]);
        expect(rules).toEqual([
          ["Pinning", true],
          ["Leaving", false],
        ]);
        const added = await engine.why({
          action: "Add",
          table: "Boards",
          rows: [{ Board: "b", Title: "x" }],
        });
        expect(printWhy(added)).toContain(
          'the rule "Leaving" was not tried: it waits for edit, delete in "Notes"',
        );
      }));
  });
}

function stepsIn({ steps }: Pick<CallTrace, "steps"> | TraceStep): readonly TraceStep[] {
  return (steps ?? []).flatMap((step) => [step, ...stepsIn(step)]);
}
