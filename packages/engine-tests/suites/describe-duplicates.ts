import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { fill, withWorkshop } from "./workshop.ts";

const UPDATE = { OnDuplicate: "update" } as const;

const DIARY = `
tablewright: 1
app: { id: diary, name: Diary, timezone: UTC }
tables:
  Days:
    key: [Day]
    columns:
      Day: { type: Date, initialValue: "TODAY()" }
      Mood: { type: Text, initialValue: 'ANY(SELECT(Moods[Mood], TRUE))' }
      Note: { type: Text }
      Changes: { type: ChangeCounter }
  Moods: { key: [Mood], columns: { Mood: { type: Text } } }
`;

/** The initial value of `Crumbs` fails where `Parts` is above 1. */
const CAKES = `
tablewright: 1
app: { id: cakes, name: Cakes, initialValues: afterRequest }
tables:
  Cakes:
    key: [Cake]
    columns:
      Cake: { type: Text }
      Parts: { type: Number }
      Crumbs: { type: Number, initialValue: "[Parts] * 9007199254740991" }
`;

/** Add with `OnDuplicate: "update"`: rows that are there are edited, the others are new. */
export function describeDuplicates(make: MakeStore): void {
  describe("Add that updates duplicates", () => {
    test("edits the rows whose keys exist, adds the others, answers in the order of the call", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [
          { Job: "n1", Hours: 2 },
          { Job: "j1", Hours: 7 },
          { Maker: "b" },
          { Job: "j2", Report: "ok" },
        ];
        const saved = await workshop.rows({ action: "Add", table: "Jobs", rows, properties: UPDATE });
        expect(saved).toMatchObject([
          { _RowNumber: 4, Job: "n1", Hours: 2, Begun: "2026-03-14", State: "Open" },
          { _RowNumber: 1, Job: "j1", Hours: 7, Begun: "2026-01-31", Maker: "a", Cost: 0.7 },
          { _RowNumber: 5, Maker: "b", Begun: "2026-03-14" },
          { _RowNumber: 2, Job: "j2", Hours: 10, Report: "ok", Cost: 200 },
        ]);
        expect(await workshop.all("Jobs")).toHaveLength(5);
      }));

    test("only edits, and only additions", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const add = (rows: readonly Record<string, string | number>[]) =>
          workshop.rows({ action: "Add", table: "Jobs", rows, properties: UPDATE });
        expect(await add([{ Job: "j3", Begun: "" }])).toMatchObject([{ _RowNumber: 3, Begun: null }]);
        expect(await add([{ Job: "J3" }])).toMatchObject([{ _RowNumber: 4, Begun: "2026-03-14" }]);
      }));

    test("a composite key, also as its computed key", () =>
      withWorkshop(make, async ({ rows, all }) => {
        const save = (row: Record<string, string | number>) =>
          rows({ action: "Add", table: "Parts", rows: [row], properties: UPDATE });
        await save({ Job: "j1", Part: "p", Count: 1 });
        await save({ Job: "j1", Part: "p", Count: 2 });
        await save({ _ComputedKey: "j1: p", Count: 3 });
        expect(await all("Parts")).toMatchObject([{ Count: 3 }]);
      }));

    test("a key that an initial value gives counts; the other initial values leave the row alone", () =>
      withWorkshop(
        make,
        async ({ rows, all, errors }) => {
          const save = { action: "Add", table: "Days", properties: UPDATE };
          await rows({ ...save, table: "Moods", rows: [{ Mood: "fine" }] });
          await rows({ ...save, rows: [{ Mood: "glad" }] });
          await rows({ ...save, rows: [{ Note: "rain" }, { Day: "2026-03-15" }] });
          expect(await all("Days")).toMatchObject([
            { Day: "2026-03-14", Mood: "glad", Note: "rain", Changes: 2 },
            { Day: "2026-03-15", Mood: "fine", Note: null, Changes: 1 },
          ]);
          expect(await errors({ ...save, rows: [{ Note: "x" }, { Day: "2026-03-14" }] })).toEqual([
            "2 key/twice",
          ]);
        },
        undefined,
        DIARY,
      ));

    test("a key that stands twice, and errors of both kinds of rows, stop all of it", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const before = await workshop.all("Jobs");
        const rows = [
          { Job: "n1", Hours: 200 },
          { Job: "j1", Hours: 300 },
          { Job: "j1", Hours: 1 },
          { Job: "n2" },
          { Job: "n2" },
          { Job: "j2", Hours: "many" },
        ];
        const save = { action: "Add", table: "Jobs", properties: UPDATE };
        expect(await workshop.errors({ ...save, rows })).toEqual([
          "1 Hours cell/out-of-bounds",
          "2 Hours cell/out-of-bounds",
          "3 key/twice",
          "5 key/twice",
          "6 Hours cell/unreadable",
        ]);
        expect(await workshop.all("Jobs")).toEqual(before);
      }));

    // 100 errors are listed: rows that are no error must not take their places.
    test.each([99, 100, 101, 300])("the errors after %i rows are found", (count) =>
      withWorkshop(
        make,
        async ({ rows, all, errors }) => {
          const save = { action: "Add", table: "Cakes", properties: UPDATE };
          const many = (name: string, cells = {}) =>
            Array.from({ length: count }, (_, at) => ({ Cake: `${name}${at}`, ...cells }));
          await rows({ ...save, rows: [{ Cake: "old" }, ...many("cake", { Parts: 1 })] });
          const before = await all("Cakes");
          const errorsAfter = (...last: readonly Record<string, string | number>[]) =>
            errors({ ...save, rows: [...many("new"), ...last] });
          expect(await errorsAfter({ Cake: "old", Parts: 3, _Version: "stale" })).toEqual([
            `${count + 1} row/changed`,
          ]);
          expect(await errorsAfter({ Cake: "old", Parts: 3 }, { Cake: "old", Parts: 4 })).toEqual([
            `${count + 2} key/twice`,
          ]);
          expect(await errorsAfter({ Cake: "gone", Parts: 1, _Version: "any" })).toEqual([
            `${count + 1} row/not-found`,
          ]);
          expect(
            await errors({ ...save, rows: [...many("cake", { Parts: 2 }), { Cake: "bad", Parts: 2 }] }),
          ).toEqual([`${count + 1} Crumbs run/overflow`]);
          expect(await all("Cakes")).toEqual(before);
          expect(await rows({ ...save, rows: many("cake", { Parts: 2 }) })).toHaveLength(count);
          expect(await rows({ ...save, rows: many("new") })).toHaveLength(count);
        },
        undefined,
        CAKES,
      ),
    );

    test("a table that takes no edits takes no updates", () =>
      withWorkshop(make, async ({ rows, errors, all }) => {
        const save = { action: "Add", table: "Ledger", properties: UPDATE };
        await rows({ ...save, rows: [{ Entry: 1 }] });
        expect(await errors({ ...save, rows: [{ Entry: 2 }, { Entry: 1, Note: "x" }] })).toEqual([
          "access/not-allowed",
        ]);
        expect(await all("Ledger")).toHaveLength(1);
      }));

    test.each(["skip", "Update", true, 1])("OnDuplicate %j is refused", (OnDuplicate) =>
      withWorkshop(make, async ({ errors }) => {
        const properties = { OnDuplicate } as never;
        expect(await errors({ action: "Add", table: "Jobs", rows: [{}], properties })).toEqual([
          "request/property",
        ]);
      }),
    );
  });
}
