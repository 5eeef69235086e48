import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { SOME_ROWS, withArchive } from "./archive.ts";
import type { Workshop } from "./workshop.ts";

/** A row that does not pass its table's security filter does not exist for the caller, whatever the way to it. */
export function describeSecurity(make: MakeStore): void {
  const inArchive = (run: (workshop: Workshop) => Promise<void>) => () => withArchive(make, SOME_ROWS, run);
  const keysOf = (rows: Awaited<ReturnType<Workshop["rows"]>>) =>
    rows.map((row) => row.Note ?? row.Topic ?? row.Grant);
  const select = async ({ rows }: Workshop, table: string, Selector: string) =>
    keysOf(await rows({ action: "Find", table, properties: { Selector } }));

  describe("row security", () => {
    test.each([
      ["Notes", "a row of somebody else, and one on which the filter fails, are hidden", ["v1", "v2"]],
      ["Topics", "a filter reads tables past their filters", ["t1"]],
      ["Grants", "a table can be hidden from everybody", []],
    ])("Find of all %s: %s", (table, _, keys) =>
      inArchive(async ({ all }) => expect(keysOf(await all(table))).toEqual(keys))(),
    );

    test(
      "Find by keys",
      inArchive(async ({ rows }) => {
        const named = ["h1", "v2", "h2", "v1", "none"].map((Note) => ({ Note }));
        expect(keysOf(await rows({ action: "Find", table: "Notes", rows: named }))).toEqual(["v1", "v2"]);
      }),
    );

    test.each([
      ["Notes", 'FILTER("Notes", TRUE)', ["v1", "v2"]],
      ["Notes", 'LIST("h1", "v1", "h2")', ["v1"]],
      ["Notes", 'TOP(ORDERBY(FILTER("Notes", TRUE), [Size], TRUE), 1)', ["v2"]],
      ["Notes", 'MAXROW("Notes", "Size")', ["v2"]],
      ["Notes", "SELECT(Notes[Parent], TRUE)", ["v1"]],
      ["Notes", "ORDERBY(Notes[Parent], [Size])", ["v1"]],
      ["Notes", 'FILTER("Notes", [Parent].[Size] > 5)', []],
      ["Notes", 'FILTER("Notes", COUNT(Notes[Note]) > 2)', []],
      ["Notes", 'FILTER("Notes", ISNOTBLANK(LOOKUP("h1", "Notes", "Note", "Size")))', []],
      ["Notes", 'FILTER("Notes", [Topic].[Title] = "theirs")', []],
      ["Notes", 'FILTER("Big Notes", TRUE)', ["v2"]],
      ["Notes", 'FILTER("Notes", COUNT(Grants[Grant]) > 0)', []],
      ["Topics", "SELECT(Notes[Topic], TRUE)", ["t1"]],
    ])("Find of %s by %s", (table, selector, keys) =>
      inArchive(async (workshop) => expect(await select(workshop, table, selector)).toEqual(keys))(),
    );

    test(
      "virtual columns count and dereference what is visible",
      inArchive(async ({ all }) => {
        const [first] = await all("Notes");
        expect(first).toMatchObject({ Note: "v1", Siblings: 1, "Parent Size": 9007199254740000 });
        expect(await all("Topics")).toMatchObject([{ Topic: "t1", Largest: "v1" }]);
      }),
    );

    test(
      "formulas, initial values and rules of a change read what is visible",
      inArchive(async ({ rows, errors }) => {
        const added = await rows({ action: "Add", table: "Notes", rows: [{ Note: "n1", Size: 9 }] });
        expect(added).toMatchObject([{ Owner: "me@example.com", Rank: 2, Siblings: 1 }]);
        const taken = { action: "Edit", table: "Notes", rows: [{ Note: "v1", Size: 2 }] };
        expect(await errors(taken)).toEqual(["1 Size rule/valid-if"]);
        await rows({ action: "Delete", table: "Notes", rows: [{ Note: "n1" }] });
        const board = { action: "Add", table: "Boards" };
        expect(await rows({ ...board, rows: [{ Board: "b", Pinned: "v1" }] })).toMatchObject([{ Notes: 2 }]);
        const pinned = { ...board, rows: [{ Board: "c", Pinned: "h1" }] };
        expect(await errors(pinned)).toEqual(["1 Pinned rule/valid-if"]);
      }),
    );

    test.each(["Edit", "Delete"])("%s of a hidden row says what it says of no row", (action) =>
      inArchive(async ({ engine, errors, all }) => {
        const before = await all("Notes");
        const call = (Note: string) => ({ action, table: "Notes", rows: [{ Note, Topic: "t2" }] });
        const answerOf = async (key: string) =>
          JSON.stringify(await engine.execute(call(key))).replaceAll(key, "the key");
        expect(await errors(call("h1"))).toEqual(["1 row/not-found"]);
        expect(await answerOf("h1")).toBe(await answerOf("none"));
        expect(await answerOf("h2")).toBe(await answerOf("none"));
        expect(await all("Notes")).toEqual(before);
      })(),
    );

    test.each([{ Owner: "other@example.com" }, { Size: 992 }])(
      "a row that %j takes out of the filter is answered once more",
      (change) =>
        inArchive(async ({ rows, errors, all }) => {
          const edit = { action: "Edit", table: "Notes", rows: [{ Note: "v1", ...change }] };
          expect(await rows(edit)).toMatchObject([{ Note: "v1", ...change }]);
          expect(keysOf(await all("Notes"))).toEqual(["v2"]);
          expect(await errors(edit)).toEqual(["1 row/not-found"]);
          const added = { ...change, Note: "n1", Topic: "t1" };
          if ("Size" in change) return;
          expect(await rows({ action: "Add", table: "Notes", rows: [added] })).toMatchObject([added]);
          expect(keysOf(await all("Notes"))).toEqual(["v2"]);
        })(),
    );

    test(
      "a key stays unique although its row is hidden",
      inArchive(async ({ errors }) => {
        const add = { action: "Add", table: "Notes", rows: [{ Note: "h1", Size: 3 }] };
        expect(await errors(add)).toEqual(["1 key/duplicate"]);
        const update = { ...add, properties: { OnDuplicate: "update" as const } };
        expect(await errors(update)).toEqual(["1 key/duplicate"]);
      }),
    );

    test("hidden rows cost the caller nothing", () => {
      const limits = { fuel: 500_000 };
      const work = async ({ rows, errors }: Workshop) => {
        const Owner = "other@example.com";
        const added = Array.from({ length: 100 }, (_, index) => ({
          Note: `s${index}`,
          Owner,
          Size: 100 + index,
        }));
        await rows({ action: "Add", table: "Notes", rows: added });
        const count = `COUNT(SELECT(Notes[Note], [_THISROW-1].[Note] <> ""))`;
        const counts = Array.from({ length: 100 }, () => count).join(" + ");
        const properties = { Selector: `FILTER("Notes", ${counts} > 0)` };
        const find = { action: "Find", table: "Notes", properties };
        expect(keysOf(await rows(find))).toEqual(["v1", "v2"]);
        const byOwner = { ...find, properties: { ...properties, RunAsUserEmail: Owner } };
        expect(await errors(byOwner)).toEqual(["limit/fuel"]);
      };
      return withArchive(make, SOME_ROWS, work, undefined, { limits });
    });

    test("filtering costs the caller nothing, however many rows are hidden", () => {
      const hidden = Array.from({ length: 2_600 }, (_, index) => [`x${index}`, "hidden"]);
      const grants = Array.from({ length: 2_000 }, (_, index) => [`m${index}`, "me@example.com", "t1"]);
      const { Notes, Topics, Grants } = SOME_ROWS;
      const many = { Notes, Topics: [...hidden, ...Topics], Grants: [...Grants, ...grants] };
      return withArchive(make, many, async ({ all }) => expect(keysOf(await all("Topics"))).toEqual(["t1"]));
    });

    test(
      "another identity sees its own rows",
      inArchive(async ({ rows }) => {
        const properties = { RunAsUserEmail: "OTHER@example.com" };
        expect(keysOf(await rows({ action: "Find", table: "Notes", properties }))).toEqual(["h1"]);
        expect(keysOf(await rows({ action: "Find", table: "Topics", properties }))).toEqual(["t2"]);
      }),
    );
  });
}
