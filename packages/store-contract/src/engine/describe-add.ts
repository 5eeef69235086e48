import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** New rows: initial values, formulas, every mistake told, nothing half done. */
export function describeAdd(make: MakeStore): void {
  describe("Add", () => {
    test("initial values, then what is sent, then formulas; every column comes back", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const [row] = await workshop.rows({
          action: "Add",
          table: "Jobs",
          rows: [{ Maker: "a", Hours: "3" }],
        });
        expect(row).toEqual({
          _RowNumber: 4,
          Job: expect.stringMatching(/^[0-9a-f]{8}$/u),
          Maker: "a",
          Hours: 3,
          Share: null,
          Begun: "2026-03-14",
          Ended: null,
          State: "Open",
          Report: null,
          Cost: 0.3,
          Double: 0.6,
          "Related Parts": [],
        });
        expect((await workshop.all("Jobs"))[3]).toEqual(row);
      }));

    test("a blank that is sent wins over an initial value", () =>
      withWorkshop(make, async ({ rows, mistakes }) => {
        const [row] = await rows({ action: "Add", table: "Jobs", rows: [{ Job: "x", Begun: "" }] });
        expect(row).toMatchObject({ Job: "x", Begun: null, Cost: null });
        expect(await mistakes({ action: "Add", table: "Jobs", rows: [{ Job: "y", State: null }] })).toEqual([
          "1 State rule/required",
        ]);
      }));

    test("each new key is its own", () =>
      withWorkshop(make, async ({ rows }) => {
        const added = await rows({
          action: "Add",
          table: "Jobs",
          rows: Array.from({ length: 50 }, () => ({})),
        });
        expect(new Set(added.map((row) => row.Job)).size).toBe(50);
        expect(added.map((row) => row._RowNumber)).toEqual(added.map((_, index) => index + 1));
      }));

    test("every mistake of every row is told, and no row is added", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const before = await workshop.all("Jobs");
        const rows = [
          { Job: "n1", Maker: "a", Hours: 5 },
          { Job: "n2", Hours: "many", Begun: "02/30/2026", Stat: "Open" },
          { Job: "n3", Hours: 101, State: "Closed" },
          { Job: "n4", Begun: "2026-03-02", Ended: "2026-03-01" },
          { Job: "", State: "Done" },
          { Job: "j1" },
        ];
        const found = await workshop.mistakes({ action: "Add", table: "Jobs", rows });
        expect([...found].sort()).toEqual([
          "2 Begun cell/unreadable",
          "2 Hours cell/unreadable",
          "2 Stat column/unknown",
          "3 Hours cell/out-of-bounds",
          "3 State cell/not-in-list",
          "4 Ended rule/valid-if",
          "5 Job key/missing",
          "5 Report rule/required",
        ]);
        expect(await workshop.all("Jobs")).toEqual(before);
      }));

    test("a key that is there already, and one that stands twice", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [{ Job: "j1" }, { Job: "new" }, { Job: "new" }, { Job: "J1" }];
        expect(await workshop.mistakes({ action: "Add", table: "Jobs", rows })).toEqual([
          "1 key/duplicate",
          "3 key/twice",
        ]);
        expect(await workshop.all("Jobs")).toHaveLength(3);
      }));

    test("a message of one's own names the row's values", () =>
      withWorkshop(make, async ({ engine }) => {
        const rows = [{ Job: "x", Begun: "2026-03-02", Ended: "2026-03-01" }];
        const result = await engine.execute({ action: "Add", table: "Jobs", rows });
        expect(result).toMatchObject({ ok: false, diagnostics: [{ message: "ends before 03/02/2026" }] });
      }));

    test("a list-valued validity rule names the values allowed", () =>
      withWorkshop(make, async ({ rows, mistakes }) => {
        await rows({ action: "Add", table: "Parts", rows: [{ Job: "j1", Part: "p", Count: 3 }] });
        const bad = [{ Job: "j1", Part: "q", Count: 4 }];
        expect(await mistakes({ action: "Add", table: "Parts", rows: bad })).toEqual([
          "1 Count rule/valid-if",
        ]);
      }));

    test("a composite key is its parts, and may not hold what separates them", () =>
      withWorkshop(make, async ({ rows, mistakes }) => {
        const parts = [
          { Job: "j1", Part: "p" },
          { Job: "j1", Part: "P" },
          { Job: "J1", Part: "p" },
        ];
        const added = await rows({ action: "Add", table: "Parts", rows: parts });
        expect(added.map((row) => row._ComputedKey)).toEqual(["j1: p", "j1: P", "J1: p"]);
        const again = { action: "Add", table: "Parts" };
        expect(await mistakes({ ...again, rows: [{ Job: "j1", Part: "p" }] })).toEqual(["1 key/duplicate"]);
        expect(await mistakes({ ...again, rows: [{ Job: "j1: p", Part: "q" }] })).toEqual([
          "1 Job key/separator",
        ]);
        expect(await mistakes({ ...again, rows: [{ Job: "j1" }] })).toEqual(["1 Part key/missing"]);
      }));

    test("what was read can be sent back: columns that are not the caller's are left out with a warning", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const [read] = await workshop.all("Jobs");
        const rows = [{ ...read, Job: "copy" }];
        const result = await workshop.engine.execute({ action: "Add", table: "Jobs", rows });
        expect(result).toMatchObject({ ok: true, rows: [{ Job: "copy", Cost: 0.3 }] });
        expect(result.ok && result.warnings.map(({ code, column }) => `${column} ${code}`)).toEqual([
          "Cost column/not-writable",
          "Double column/not-writable",
          "Related Parts column/not-writable",
        ]);
      }));

    test("texts are kept as they are sent", () =>
      withWorkshop(make, async ({ rows, mistakes, all }) => {
        const notes = ["  two  blanks ", "é", "e\u0301", "🚢\n\t'\"; --", "__proto__", "x".repeat(100_000)];
        const sent = notes.map((Note, index) => ({ Entry: index, Note }));
        await rows({ action: "Add", table: "Ledger", rows: sent });
        expect((await all("Ledger")).map((row) => row.Note)).toEqual(notes);
        for (const Note of ["a\0b", "\uD800"]) {
          expect(await mistakes({ action: "Add", table: "Ledger", rows: [{ Entry: 99, Note }] })).toEqual([
            "1 Note cell/unreadable",
          ]);
        }
      }));
  });
}
