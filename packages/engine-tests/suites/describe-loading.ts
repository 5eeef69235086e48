import type { LoadOptions, LoadSource, TimeSlice } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { errorsOf, load, source, unloaded } from "./loading.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** Tables that no caller may change or see, a rule that would write, and a change column. */
const CLOSED = `
tablewright: 1
app: { id: closed, name: Closed, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Staff:
    key: [Person]
    updates: []
    securityFilter: "FALSE"
    columns:
      Person: { type: Text }
      Chief: { type: Ref, table: Staff, enforce: true }
      Changed: { type: ChangeTimestamp }
      Times: { type: ChangeCounter }
      Share: { type: Decimal }
      Tags: { type: EnumList, values: [a, b] }
  Notes: { key: [Note], columns: { Note: { type: Text, initialValue: "UNIQUEID()" } } }
actions:
  Take Note: { table: Staff, addRow: { table: Notes, set: { Note: "[Person]" } } }
rules:
  Noted: { table: Staff, on: [add], steps: [{ action: Take Note }] }
`;

/** Loading many rows past the rights of callers, and handing them out again. */
export function describeLoading(make: MakeStore): void {
  describe("a load", () => {
    test("sets initial values, computes formulas, and refuses rows one by one with all their errors", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const { outcome, refused } = await load(
          workshop,
          "Jobs",
          ["Job", "Maker", "Hours", "Share"],
          [
            ["n1", "b", "2", "10%"],
            ["n2", "b", "many", "x"],
            ["j1", "b", 3, null],
            ["", "a", 4, 0.5],
            ["n5", "a"],
            ["n1", "a", 1, null],
          ],
        );
        expect(outcome).toMatchObject({ outcome: "loaded", rows: 6, added: 2, refused: 4 });
        expect(refused).toEqual([
          "2 Hours cell/unreadable, 2 Share cell/unreadable",
          "3 key/duplicate",
          "5 row/cell-count",
          "6 key/duplicate",
        ]);
        expect((await workshop.all("Jobs")).slice(3)).toMatchObject([
          { Job: "n1", Hours: 2, Share: 0.1, Begun: "2026-03-14", State: "Open", Cost: 40, Double: 80 },
          { Hours: 4, Cost: 0.4 },
        ]);
      }));

    test.each<[string, string, readonly string[], string]>([
      ["an unknown column", "Jobs", ["Job", "Makr"], "Makr column/unknown"],
      ["a column twice", "Jobs", ["Job", "job"], "Job column/twice"],
      ["no column for the key", "Parts", ["Job", "Count"], "Part key/missing"],
      ["an unknown table", "Jobz", ["Job"], "table/not-found"],
    ])("%s is reported before a row is read", (_, table, columns, error) =>
      withWorkshop(make, async ({ engine }) => {
        const unread: LoadSource = { table, columns, rows: { [Symbol.asyncIterator]: () => fail() } };
        const result = await engine.load([unread]);
        expect(errorsOf(result)).toEqual([error]);
      }),
    );

    test("columns that take no values are passed over with a warning", () =>
      withWorkshop(make, async (workshop) => {
        const { outcome } = await load(
          workshop,
          "Jobs",
          ["_RowNumber", "job", "Cost", undefined],
          [[7, "a", 99, "x"]],
        );
        expect(outcome?.warnings.map(({ column, code }) => `${column} ${code}`)).toEqual([
          "Cost column/not-writable",
        ]);
        expect(await workshop.all("Jobs")).toMatchObject([{ _RowNumber: 1, Job: "a", Cost: null }]);
      }));

    test.each<[NonNullable<LoadOptions["onDuplicate"]>, object, object[]]>([
      [
        "refuse",
        { added: 1, refused: 2 },
        [
          { Job: "j1", Hours: 3, State: "Open" },
          { Job: "n", Hours: 1 },
        ],
      ],
      [
        "skip",
        { added: 1, skipped: 2 },
        [
          { Job: "j1", Hours: 3 },
          { Job: "n", Hours: 1 },
        ],
      ],
      [
        "update",
        { added: 1, updated: 2 },
        [
          { Job: "j1", Hours: 8, Cost: 0.8 },
          { Job: "n", Hours: 2 },
        ],
      ],
    ])("a key that exists: %s", (onDuplicate, counts, rows) =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const input = [
          ["j1", 8],
          ["n", 1],
          ["n", 2],
        ];
        const { outcome } = await load(workshop, "Jobs", ["Job", "Hours"], input, { onDuplicate });
        expect(outcome).toMatchObject({ rows: 3, ...counts });
        const all = await workshop.all("Jobs");
        expect([all[0], all[3]]).toMatchObject(rows);
        expect(all).toHaveLength(4);
      }),
    );

    test.each([{ allOrNothing: true }, { dryRun: true }])("%j keeps nothing of rows with errors", (options) =>
      withWorkshop(make, async (workshop) => {
        const { engine } = workshop;
        const makers = source(
          "Makers",
          ["Maker", "Name"],
          [
            ["a", "Ada"],
            ["b", "Bea"],
          ],
        );
        const jobs = source(
          "Jobs",
          ["Job", "Hours"],
          [
            ["j", 1],
            ["k", 0],
          ],
        );
        const result = await engine.load([makers, jobs], { ...options, partSize: 1 });
        expect(result).toMatchObject({ isKept: false, sources: [{ added: 2 }, { added: 1, refused: 1 }] });
        expect([await workshop.all("Makers"), await workshop.all("Jobs")]).toEqual([[], []]);
      }),
    );

    test("all or nothing keeps rows without errors", () =>
      withWorkshop(make, async (workshop) => {
        const { result } = await load(workshop, "Makers", ["Maker", "Name"], [["a", "Ada"]], {
          allOrNothing: true,
        });
        expect(result).toMatchObject({ ok: true, isKept: true });
        expect(await workshop.all("Makers")).toHaveLength(1);
      }));

    test("goes past rights, filters and rules, restores change columns, and finds rows of its own table", () =>
      withWorkshop(
        make,
        async (workshop) => {
          const rows = [
            ["a", "b", "2020-01-02T03:04:05", 7],
            ["b", "c", "", ""],
            ["c", "", "", ""],
            ["d", "z", "", ""],
          ];
          const { refused } = await load(workshop, "Staff", ["Person", "Chief", "Changed", "Times"], rows);
          expect(refused).toEqual(["4 Chief cell/no-such-row"]);
          expect(await workshop.all("Notes")).toEqual([]);
          const { parts } = await unloaded(workshop, "Staff");
          expect(parts.map((row) => row.slice(0, 4))).toEqual([
            ["c", null, "2026-03-14T15:09:26", 1],
            ["b", "c", "2026-03-14T15:09:26", 1],
            ["a", "b", "2020-01-02T03:04:05", 7],
          ]);
        },
        undefined,
        CLOSED,
      ));

    test("of a table without rows one part is handed out, which says so", () =>
      withWorkshop(
        make,
        async ({ engine }) => {
          const parts: [string, number][] = [];
          await engine.unload([], ({ table, rows }) => void parts.push([table, rows.length]));
          expect(parts).toEqual([
            ["Staff", 0],
            ["Notes", 0],
          ]);
        },
        undefined,
        CLOSED,
      ));

    test.each(["typed", "text", "sheet"] as const)(
      "what is handed out as %s and loaded again is the same",
      (cells) =>
        withWorkshop(
          make,
          async (workshop) => {
            const rows = [
              ["a", "2020-01-02T03:04:05", 7, "1234.5", "a , b"],
              ['=1+1,"\n', "", "", -1e-7, ""],
            ];
            const names = ["Person", "Changed", "Times", "Share", "Tags"];
            await load(workshop, "Staff", names, rows);
            const before = await unloaded(workshop, "Staff", { cells, properties: { Locale: "de-DE" } });
            await withWorkshop(
              make,
              async (other) => {
                await load(other, "Staff", before.columns, before.parts, { properties: { Locale: "de-DE" } });
                const [one, two] = [await unloaded(workshop, "Staff"), await unloaded(other, "Staff")];
                expect(two).toEqual(one);
              },
              undefined,
              CLOSED,
            );
          },
          undefined,
          CLOSED,
        ),
    );

    test("asks the turn of its caller", () =>
      withWorkshop(make, async (workshop) => {
        let pauses = 0;
        const turn: TimeSlice = {
          isOver: true,
          pause: async () => {
            pauses++;
          },
        };
        await load(
          workshop,
          "Makers",
          ["Maker", "Name"],
          [
            ["a", "Ada"],
            ["b", "Bea"],
          ],
          { turn },
        );
        expect(pauses).toBeGreaterThan(2);
      }));
  });
}

function fail(): never {
  throw new Error("The rows were read.");
}
