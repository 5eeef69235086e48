import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** Rows changed by key, and which rules a change brings up. */
export function describeEdit(make: MakeStore): void {
  describe("Edit", () => {
    test("a column that is left out keeps its value; formulas follow", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const [row] = await workshop.rows({ action: "Edit", table: "Jobs", rows: [{ Job: "j1", Hours: 7 }] });
        expect(row).toMatchObject({
          _RowNumber: 1,
          Job: "j1",
          Maker: "a",
          Begun: "2026-01-31",
          Hours: 7,
          Cost: 0.7,
        });
        expect((await workshop.all("Jobs"))[0]).toEqual(row);
      }));

    test("blank and null empty a column", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [{ Job: "j1", Hours: "", Begun: null }];
        expect(await workshop.rows({ action: "Edit", table: "Jobs", rows })).toMatchObject([
          { Hours: null, Begun: null, Cost: 0, Double: 0 },
        ]);
      }));

    test("missing rows, rows named twice and rows without a key", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const before = await workshop.all("Jobs");
        const rows = [
          { Job: "j1", Hours: 1 },
          { Job: "nope", Hours: 1 },
          { Job: "J2", Hours: 1 },
          { Job: "j1", Hours: 2 },
          { Hours: 3 },
        ];
        const found = await workshop.mistakes({ action: "Edit", table: "Jobs", rows });
        expect([...found].sort()).toEqual([
          "2 row/not-found",
          "3 row/not-found",
          "4 key/twice",
          "5 Job key/missing",
        ]);
        expect(await workshop.all("Jobs")).toEqual(before);
      }));

    test("rules are tried on what changed and on what they read, so an old mistake does not lock a row", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const edit = (row: object) => ({ action: "Edit", table: "Jobs", rows: [{ Job: "j1", ...row }] });
        await workshop.rows(edit({ Ended: "2026-02-01" }));
        expect(await workshop.mistakes(edit({ Begun: "2026-02-02" }))).toEqual(["1 Ended rule/valid-if"]);
        expect(await workshop.mistakes(edit({ State: "Done" }))).toEqual(["1 Report rule/required"]);
        expect(await workshop.rows(edit({ State: "Done", Report: "fine" }))).toMatchObject([
          { Report: "fine" },
        ]);
        expect(await workshop.mistakes(edit({ Report: "" }))).toEqual(["1 Report rule/required"]);
        expect(await workshop.rows(edit({ Hours: 8 }))).toMatchObject([{ Hours: 8, Report: "fine" }]);
      }));

    test("a composite key names its row by its parts or by its computed key", () =>
      withWorkshop(make, async ({ rows, all }) => {
        await rows({ action: "Add", table: "Parts", rows: [{ Job: "j1", Part: "p" }] });
        await rows({ action: "Edit", table: "Parts", rows: [{ Job: "j1", Part: "p", Count: 1 }] });
        await rows({ action: "Edit", table: "Parts", rows: [{ _ComputedKey: "j1: p", Count: 2 }] });
        expect(await all("Parts")).toMatchObject([{ Count: 2 }]);
      }));

    test("a table says which changes it takes", () =>
      withWorkshop(make, async ({ rows, mistakes }) => {
        await rows({ action: "Add", table: "Ledger", rows: [{ Entry: 1 }] });
        for (const action of ["Edit", "Delete"]) {
          expect(await mistakes({ action, table: "Ledger", rows: [{ Entry: 1 }] })).toEqual([
            "access/not-allowed",
          ]);
        }
      }));
  });
}
