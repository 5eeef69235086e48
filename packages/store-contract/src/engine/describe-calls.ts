import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** What is said about a call as a whole: names, properties, wires, dry runs, calls at the same time. */
export function describeCalls(make: MakeStore): void {
  describe("a call", () => {
    test.each([
      [{ action: "Fnd", table: "Jobs" }, "request/unknown-action"],
      [{ action: "Find", table: "Job" }, "table/not-found"],
      [{ action: "Add", table: "Jobs" }, "request/rows-missing"],
      [{ action: "Delete", table: "Jobs", rows: [] }, "request/rows-missing"],
      [{ action: "Find", table: "Jobs", properties: { Locale: "xx_!!" } }, "request/property"],
      [{ action: "Find", table: "Jobs", properties: { Timezone: "Mars/Base" } }, "request/property"],
      [{ action: "Find", table: "Jobs", properties: { Location: "here" } }, "request/property"],
      [{ action: "Add", table: "Jobs", rows: [{}], properties: { DryRun: "perhaps" } }, "request/property"],
      [{ action: "Find", table: "Jobs", properties: { Selector: 5 as never } }, "request/property"],
    ])("%j is refused", (request, code) =>
      withWorkshop(make, async ({ mistakes }) => {
        expect(await mistakes(request)).toEqual([code]);
      }),
    );

    test("an unknown property is a warning", () =>
      withWorkshop(make, async ({ engine }) => {
        const result = await engine.execute({ action: "Find", table: "Jobs", properties: { Selektor: "x" } });
        expect(result).toMatchObject({
          ok: true,
          warnings: [{ code: "request/unknown-member", hint: 'Did you mean "Selector"?' }],
        });
      }));

    test("names are taken in any case when only one is meant", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [{ JOB: "j1", hours: 4 }];
        expect(await workshop.rows({ action: "edit", table: "jobs", rows })).toMatchObject([{ Hours: 4 }]);
        const twice = [{ Job: "j1", hours: 4, HOURS: 5 }];
        expect(await workshop.mistakes({ action: "Edit", table: "Jobs", rows: twice })).toEqual([
          "1 Hours column/twice",
        ]);
      }));

    test("dates and numbers are read in the caller's Locale", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const edit = (Locale: string, Begun: string, Share: string) => ({
          action: "Edit",
          table: "Jobs",
          properties: { Locale },
          rows: [{ Job: "j1", Begun, Share }],
        });
        expect(await workshop.rows(edit("en-US", "03/04/2026", "12.5%"))).toMatchObject([
          { Begun: "2026-03-04", Share: 0.125 },
        ]);
        expect(await workshop.rows(edit("en-GB", "03/04/2026", "0.5"))).toMatchObject([
          { Begun: "2026-04-03", Share: 0.5 },
        ]);
        expect(await workshop.rows(edit("de-DE", "03.04.2026", "12,5%"))).toMatchObject([
          { Begun: "2026-04-03", Share: 0.125 },
        ]);
        expect(await workshop.mistakes(edit("en-US", "13/04/2026", "1"))).toEqual([
          "1 Begun cell/unreadable",
        ]);
      }));

    test("each wire has its form", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const find = (wire: "spec" | "appsheet" | "typed") =>
          workshop.rows({ action: "Find", table: "Jobs", rows: [{ Job: "j1" }], wire });
        expect(await find("typed")).toMatchObject([
          { _RowNumber: 1, Hours: 3, Begun: "2026-01-31", Share: null },
        ]);
        expect(await find("spec")).toMatchObject([
          { _RowNumber: 1, Hours: 3, Begun: "01/31/2026", Share: "" },
        ]);
        expect(await find("appsheet")).toMatchObject([
          { _RowNumber: "1", Hours: "3", Begun: "01/31/2026", Share: "" },
        ]);
      }));

    test.each([true, "true", "Y", 1])(
      "a dry run (%j) answers what would be and leaves all as it is",
      (DryRun) =>
        withWorkshop(make, async (workshop) => {
          await fill(workshop);
          const before = await workshop.all("Jobs");
          const properties = { DryRun };
          const added = await workshop.rows({
            action: "Add",
            table: "Jobs",
            rows: [{ Job: "j9", Hours: 2 }],
            properties,
          });
          expect(added).toMatchObject([{ Job: "j9", _RowNumber: 4 }]);
          await workshop.rows({ action: "Delete", table: "Jobs", rows: [{ Job: "j1" }], properties });
          expect(await workshop.all("Jobs")).toEqual(before);
        }),
    );

    test("calls at the same time lose nothing", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const calls = Array.from({ length: 40 }, (_, index) =>
          workshop.rows({ action: "Add", table: "Ledger", rows: [{ Entry: index }, { Entry: index + 100 }] }),
        );
        await Promise.all(calls);
        const entries = (await workshop.all("Ledger")).map((row) => Number(row.Entry));
        expect([...entries].sort((a, b) => a - b)).toEqual([
          ...Array(40).keys(),
          ...Array.from({ length: 40 }, (_, i) => i + 100),
        ]);
      }));
  });
}
