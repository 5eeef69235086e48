import type { MigrationStep, Store, StoredColumn, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";

/** A fresh store that can tell what opening it would do. */
export interface MigratingStore {
  readonly store: Store;
  /** All that lies in the database, whatever it is: definitions and rows. */
  contents(): unknown;
  /** Closes the store and removes the data. */
  dispose(): Promise<void>;
}

/** What opening a store with another definition would do is told beforehand, and done in one transaction or not at all. */
export function describeMigrations(name: string, make: () => Promise<MigratingStore>): void {
  const withPeople = async (work: (made: MigratingStore) => Promise<void>) => {
    const made = await make();
    try {
      await made.store.open([people, teams]);
      await made.store.write((transaction) => transaction.insert("People", ROWS));
      await work(made);
    } finally {
      await made.dispose();
    }
  };

  describe(`migration of ${name}`, () => {
    test.each(CASES)("%s: the plan says so, changes nothing, and opening does it", (_, wanted, steps) =>
      withPeople(async ({ store, contents }) => {
        const before = await contents();
        expect(await store.planOpen?.(wanted)).toEqual(steps);
        expect(await contents()).toEqual(before);
        if (steps.some(({ what }) => what === "refuse")) {
          await expect(store.open(wanted)).rejects.toMatchObject({ code: "server/migration-refused" });
          expect(await contents()).toEqual(before);
          return;
        }
        await store.open(wanted);
        expect(await store.planOpen?.(wanted)).toEqual(steps.filter(({ what }) => what.startsWith("keep")));
      }),
    );

    test("an error in the middle of opening leaves the old state, and the store goes on with it", () =>
      withPeople(async ({ store, contents }) => {
        const before = await contents();
        const wider = table("People", [...people.columns, text("Note", true)]);
        const otherTeams = table("Teams", [number("Team")]);
        await expect(store.open([wider, table("Notes", [text("Note")]), otherTeams])).rejects.toThrow(
          "Teams",
        );
        expect(await contents()).toEqual(before);
        await store.write((transaction) => transaction.insert("People", [["c", "Cyd", 3]]));
        const [row] = await store.read((transaction) => transaction.getByKeys("People", [["c"]]));
        expect(row).toEqual(["c", "Cyd", 3, 3]);
      }));
  });
}

const text = (name: string, indexed = false): StoredColumn => ({
  name,
  kind: "text",
  family: "text",
  indexed,
});
const number = (name: string): StoredColumn => ({ name, kind: "integer", family: "number", indexed: false });
const table = (
  name: string,
  columns: readonly StoredColumn[],
  more: Partial<StoredTable> = {},
): StoredTable => ({
  name,
  columns,
  key: [0],
  rowNumbers: "position",
  ...more,
});
const people = table("People", [text("Id"), text("Name"), number("Age")]);
const teams = table("Teams", [text("Team")]);
const ROWS = [
  ["a", "Ada", 7],
  ["b", "Bob", 7],
];

/** What is wanted in the place of `people` and `teams`, and the steps that lead there. */
const CASES: readonly (readonly [string, readonly StoredTable[], readonly MigrationStep[]])[] = [
  ["nothing has changed", [people, teams], []],
  [
    "a table is new",
    [people, teams, table("Notes", [text("Note"), text("Of", true)])],
    [
      { what: "createTable", table: "Notes", columns: ["Note", "Of"] },
      { what: "addIndex", table: "Notes", columns: ["Of"] },
    ],
  ],
  [
    "a column has another name",
    [table("People", [text("Id"), text("Full Name", true), number("Age")]), teams],
    [
      { what: "addColumn", table: "People", column: "Full Name", holds: "text" },
      { what: "keepColumn", table: "People", column: "Name", holds: "text", values: 2 },
      { what: "addIndex", table: "People", columns: ["Full Name"] },
    ],
  ],
  [
    "a table is no longer named",
    [people],
    [{ what: "keepTable", table: "Teams", columns: ["Team"], rows: 0 }],
  ],
  [
    "another column is the key",
    [table("People", people.columns, { key: [1] }), teams],
    [{ what: "changeKey", table: "People", columns: ["Name"] }],
  ],
  [
    "rows are numbered in another way",
    [table("People", people.columns, { rowNumbers: "stable" }), teams],
    [{ what: "renumberRows", table: "People", to: "stable" }],
  ],
  [
    "a column holds another type",
    [table("People", [text("Id"), number("Name"), number("Age")]), teams],
    [{ what: "refuse", table: "People", reason: expect.stringContaining("holds values of the form text") }],
  ],
  [
    "a key does not tell the rows apart",
    [table("People", people.columns, { key: [2] }), teams],
    [
      { what: "changeKey", table: "People", columns: ["Age"] },
      {
        what: "refuse",
        table: "People",
        reason: expect.stringContaining('have the key [7], so "Age" cannot'),
      },
    ],
  ],
  [
    "a key is new and so blank in all rows",
    [table("People", [text("Id"), text("Code")], { key: [1] }), teams],
    [
      { what: "addColumn", table: "People", column: "Code", holds: "text" },
      { what: "changeKey", table: "People", columns: ["Code"] },
      { what: "keepColumn", table: "People", column: "Name", holds: "text", values: 2 },
      { what: "keepColumn", table: "People", column: "Age", holds: "integer", values: 2 },
      { what: "refuse", table: "People", reason: expect.stringContaining("have the key [null]") },
    ],
  ],
];
