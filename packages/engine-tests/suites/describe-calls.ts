import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { fill, withWorkshop } from "./workshop.ts";

/** What is said about a call as a whole: Locales, wires, calls at the same time. */
export function describeCalls(make: MakeStore): void {
  describe("a call", () => {
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
        expect(await workshop.errors(edit("en-US", "13/04/2026", "1"))).toEqual(["1 Begun cell/unreadable"]);
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
