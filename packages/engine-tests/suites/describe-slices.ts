import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { SOME_ROWS, withArchive } from "./archive.ts";
import type { Workshop } from "./workshop.ts";

/** A slice in the place of a table: its rows, its columns, its updates. */
export function describeSlices(make: MakeStore): void {
  const inArchive = (run: (workshop: Workshop) => Promise<void>) => () => withArchive(make, SOME_ROWS, run);
  const table = "Big Notes";

  describe("a slice", () => {
    test.each([
      ["all", {}, ["v2"]],
      ["keys", { rows: ["v1", "v2", "h1"].map((Note) => ({ Note })) }, ["v2"]],
      ["a Selector", { properties: { Selector: 'FILTER("Notes", TRUE)' } }, ["v2"]],
      ["a Selector that TOP cuts off first", { properties: { Selector: "TOP(Notes[Note], 1)" } }, []],
      [
        "a Selector that TOP cuts off behind the slice",
        { properties: { Selector: "TOP(Big Notes[Note], 1)" } },
        ["v2"],
      ],
      ["a Selector that names the slice", { properties: { Selector: 'FILTER("Big Notes", TRUE)' } }, ["v2"]],
    ])("Find by %s gives its rows with its columns in its order", (_, asked, keys) =>
      inArchive(async ({ rows }) => {
        const matches = await rows({ action: "Find", table, ...asked });
        expect(matches.map((row) => row.Note)).toEqual(keys);
        for (const row of matches) {
          expect(Object.keys(row)).toEqual(["_RowNumber", "Size", "Note", "Siblings"]);
        }
      })(),
    );

    test(
      "an edited row may leave it, and is answered once more",
      inArchive(async ({ rows, errors, all }) => {
        const edit = { action: "Edit", table: "big notes", rows: [{ Note: "v2", Size: 0 }] };
        expect(await rows(edit)).toEqual([{ _RowNumber: 4, Size: 0, Note: "v2", Siblings: 1 }]);
        expect(await errors(edit)).toEqual(["1 row/not-found"]);
        expect(await all(table)).toMatchObject([{ Note: "v1" }]);
        expect(await all("Notes")).toMatchObject([{ Note: "v1" }, { Note: "v2", Topic: "t2", Rank: 0 }]);
      }),
    );

    test.each(["Edit", "Delete"])("%s reaches none of the rows outside", (action) =>
      inArchive(async ({ errors }) => {
        const rows = [{ Note: "v1" }, { Note: "h1" }];
        expect(await errors({ action, table, rows })).toEqual(["1 row/not-found", "2 row/not-found"]);
      })(),
    );

    test(
      "Delete",
      inArchive(async ({ rows, all }) => {
        expect(await rows({ action: "Delete", table, rows: [{ Note: "v2" }] })).toMatchObject([{ Size: 2 }]);
        expect(await all("Notes")).toMatchObject([{ Note: "v1" }]);
      }),
    );

    test(
      "columns it does not show are unknown in it",
      inArchive(async ({ engine }) => {
        const rows = [{ Note: "v2", Owner: "other@example.com" }];
        const result = await engine.execute({ action: "Edit", table, rows });
        const message = 'Table "Big Notes" has no column "Owner".';
        expect(result).toMatchObject({
          ok: false,
          diagnostics: [{ code: "column/unknown", message }],
        });
      }),
    );

    test.each([
      { action: "Find" },
      { action: "Edit", rows: [{ Note: "v2", Size: 7 }] },
      { action: "Delete", rows: [{ Note: "v2" }] },
    ])("a filter that fails refuses the call: $action", (request) =>
      inArchive(async ({ errors, all }) => {
        const before = await all("Notes");
        expect(await errors({ ...request, table: "Faulty Notes" })).toEqual(["run/overflow"]);
        expect(await all("Notes")).toEqual(before);
      })(),
    );

    test(
      "it says which changes it takes",
      inArchive(async ({ engine }) => {
        const result = await engine.execute({ action: "Add", table, rows: [{ Note: "n", Size: 7 }] });
        const message = '"Add" on "Big Notes" is not allowed by the slice\'s updates.';
        expect(result).toMatchObject({ ok: false, diagnostics: [{ message }] });
      }),
    );
  });
}
