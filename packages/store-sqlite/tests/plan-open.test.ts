/** What opening a file would do, and that it is done in one transaction or not at all. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { MigrationStep, Store, StoredColumn, StoredTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

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

test.each<[string, readonly StoredTable[], readonly MigrationStep[]]>([
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
])("%s: the plan says so, changes nothing, and opening does it", async (_, wanted, steps) => {
  await withPeople(async (store, file) => {
    const before = contentsOf(file);
    expect(await store.planOpen?.(wanted)).toEqual(steps);
    expect(contentsOf(file)).toEqual(before);
    if (steps.some(({ what }) => what === "refuse")) {
      await expect(store.open(wanted)).rejects.toMatchObject({ code: "server/migration-refused" });
      expect(contentsOf(file)).toEqual(before);
    } else {
      await store.open(wanted);
      const left = (await store.planOpen?.(wanted)) ?? [];
      expect(left.filter(({ what }) => !what.startsWith("keep"))).toEqual([]);
    }
  });
});

test("a fault in the middle of opening leaves the old state, and the store goes on with it", () =>
  withPeople(async (store, file) => {
    const before = contentsOf(file);
    const wider = table("People", [...people.columns, text("Note", true)]);
    const otherTeams = table("Teams", [number("Team")]);
    await expect(store.open([wider, table("Notes", [text("Note")]), otherTeams])).rejects.toThrow("Teams");
    expect(contentsOf(file)).toEqual(before);
    await store.write((transaction) => transaction.insert("People", [["c", "Cyd", 3]]));
    const [row] = await store.read((transaction) => transaction.getByKeys("People", [["c"]]));
    expect(row).toEqual(["c", "Cyd", 3, 3]);
  }));

test("a file that has to be there is not made", () => {
  const { file, remove } = temporaryFile();
  expect(() => sqliteStore(file, { mustExist: true })).toThrow(`There is no file "${file}".`);
  expect(existsSync(file)).toBe(false);
  remove();
});

async function withPeople(work: (store: Store, file: string) => Promise<void>): Promise<void> {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([people, teams]);
  await store.write((transaction) =>
    transaction.insert("People", [
      ["a", "Ada", 7],
      ["b", "Bob", 7],
    ]),
  );
  try {
    await work(store, file);
  } finally {
    await store.close();
    remove();
  }
}

/** Every table of the file with its rows, and the statements that made them. */
function contentsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const schema = database.prepare("select name, type, sql from sqlite_schema order by name").all();
  const tables = schema.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const rows = tables.map((name) => database.prepare(`select * from "${name}"`).all());
  database.close();
  return structuredClone({ schema, rows });
}
