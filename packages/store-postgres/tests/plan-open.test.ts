/** What opening a schema would do, told beforehand, and that it is done in one transaction or not at all. */
import type { MigrationStep, Store, StoredColumn, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const text = (name: string, indexed = false): StoredColumn => ({
  name,
  kind: "text",
  family: "text",
  indexed,
});
const number = (name: string): StoredColumn => ({ name, kind: "integer", family: "number", indexed: false });

function table(name: string, columns: readonly StoredColumn[], more: Partial<StoredTable> = {}): StoredTable {
  return { name, columns, key: [0], rowNumbers: "position", ...more };
}

const people = table("People", [text("Id"), text("Name"), number("Age")]);
const teams = table("Teams", [text("Team")]);

const cases: readonly (readonly [string, readonly StoredTable[], readonly MigrationStep[]])[] = [
  ["nothing", [people, teams], []],
  [
    "a new table",
    [people, teams, table("Notes", [text("Note"), text("Of", true)])],
    [
      { what: "createTable", table: "Notes", columns: ["Note", "Of"] },
      { what: "addIndex", table: "Notes", columns: ["Of"] },
    ],
  ],
  [
    "a column of another name",
    [table("People", [text("Id"), text("Full Name", true), number("Age")]), teams],
    [
      { what: "addColumn", table: "People", column: "Full Name", holds: "text" },
      { what: "keepColumn", table: "People", column: "Name", holds: "text", values: 2 },
      { what: "addIndex", table: "People", columns: ["Full Name"] },
    ],
  ],
  [
    "a table that is no longer named",
    [people],
    [{ what: "keepTable", table: "Teams", columns: ["Team"], rows: 0 }],
  ],
  [
    "another key",
    [table("People", people.columns, { key: [1] }), teams],
    [{ what: "changeKey", table: "People", columns: ["Name"] }],
  ],
  [
    "other row numbers",
    [table("People", people.columns, { rowNumbers: "stable" }), teams],
    [{ what: "renumberRows", table: "People", to: "stable" }],
  ],
  [
    "a column of another type",
    [table("People", [text("Id"), number("Name"), number("Age")]), teams],
    [{ what: "refuse", table: "People", reason: expect.stringContaining("holds values of the form text") }],
  ],
  [
    "a key that two rows share",
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
    "a key that is new",
    [table("People", [text("Id"), text("Code"), text("Name"), number("Age")], { key: [1] }), teams],
    [
      { what: "addColumn", table: "People", column: "Code", holds: "text" },
      { what: "changeKey", table: "People", columns: ["Code"] },
      { what: "refuse", table: "People", reason: expect.stringContaining("have the key [null]") },
    ],
  ],
];

describe.skipIf(server === "")("a migration of PostgreSQL", () => {
  test.each(cases)("%s", (_, wanted, steps) =>
    withPeople(async (store, schema) => {
      const before = await contentsOf(schema);
      expect(await store.planOpen?.(wanted)).toEqual(steps);
      expect(await contentsOf(schema)).toEqual(before);
      if (steps.some(({ what }) => what === "refuse")) {
        await expect(store.open(wanted)).rejects.toMatchObject({ code: "server/migration-refused" });
        expect(await contentsOf(schema)).toEqual(before);
        return;
      }
      await store.open(wanted);
      const left = (await store.planOpen?.(wanted)) ?? [];
      expect(left.filter(({ what }) => !what.startsWith("keep"))).toEqual([]);
    }),
  );
});

async function withPeople(work: (store: Store, schema: string) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore(options);
  try {
    await store.open([people, teams]);
    const rows = [
      ["a", "Ada", 7],
      ["b", "Bob", 7],
    ];
    await store.write((transaction) => transaction.insert("People", rows));
    await work(store, String(options.schema));
  } finally {
    await store.close();
    await release();
  }
}

/** Every column and index of the schema, and what the catalogue says. */
async function contentsOf(schema: string): Promise<unknown> {
  await ask(`set search_path to "${schema}"`);
  return [
    await ask(
      "select table_name, column_name, data_type from information_schema.columns where table_schema = $1 order by 1, 2",
      [schema],
    ),
    await ask("select indexdef from pg_indexes where schemaname = $1 order by 1", [schema]),
    await ask("select * from tablewright_tables order by name"),
    await ask('select * from "People" order by "_Slot"'),
  ];
}
