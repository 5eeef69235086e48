import type {
  Key,
  Migration,
  MigrationStep,
  Row,
  StoredColumn,
  StoredTable,
  Value,
} from "@tablewright/core/storage";
import { expect } from "vitest";

export const text = (name: string, indexed = false): StoredColumn => ({
  name,
  kind: "text",
  family: "text",
  indexed,
});
export const number = (name: string): StoredColumn => ({
  name,
  kind: "integer",
  family: "number",
  indexed: false,
});
export const table = (
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
export const people = table("People", [text("Id"), text("Name"), number("Age")]);
export const teams = table("Teams", [text("Team")]);
export const ROWS = [
  ["a", "Ada", 7],
  ["b", "Bob", 7],
];

export const formerly =
  (names: Readonly<Record<string, string>>) =>
  (column: StoredColumn): StoredColumn => {
    const was = names[column.name];
    return was === undefined ? column : { ...column, was };
  };

/** To a number what is written with digits, to a text everything. */
export const converting: Migration["converting"] = (name, column) => (value: Value) => {
  const isText = name === "Persons" || column === "Age";
  if (isText) return String(value);
  return /^\d+$/u.test(String(value)) ? Number(value) : undefined;
};

/** What is wanted in the place of `people` and `teams`, and the steps that lead there. */
export const CASES: readonly (readonly [string, readonly StoredTable[], readonly MigrationStep[]])[] = [
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
      { what: "addColumn", table: "People", column: "Full Name", holds: "text", rows: 2 },
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
    [],
  ],
  [
    "a column without values holds another type",
    [people, table("Teams", [number("Team")])],
    [{ what: "convertColumn", table: "Teams", column: "Team", held: "text", holds: "integer", values: 0 }],
  ],
  [
    "a key does not tell the rows apart",
    [table("People", people.columns, { key: [2] }), teams],
    [
      { what: "changeKey", table: "People", columns: ["Age"] },
      {
        what: "refuse",
        table: "People",
        reason: expect.stringContaining(
          '"Age" cannot tell the rows of table "People" apart: the rows "a", "b" have the key [7]',
        ),
      },
    ],
  ],
  [
    "a key is new and so blank in all rows",
    [table("People", [text("Id"), text("Code")], { key: [1] }), teams],
    [
      { what: "addColumn", table: "People", column: "Code", holds: "text", rows: 2 },
      { what: "changeKey", table: "People", columns: ["Code"] },
      { what: "keepColumn", table: "People", column: "Name", holds: "text", values: 2 },
      { what: "keepColumn", table: "People", column: "Age", holds: "integer", values: 2 },
      {
        what: "refuse",
        table: "People",
        reason: expect.stringContaining('"Code" is new, and so blank in the 2 rows'),
      },
    ],
  ],
];

interface MigrationCase {
  readonly drops?: boolean;
  readonly steps: readonly MigrationStep[];
  /** Rows that the store then has for keys. */
  readonly rows?: Readonly<Record<string, readonly [keys: readonly Key[], rows: readonly Row[]]>>;
}

export const MIGRATIONS: readonly (readonly [string, readonly StoredTable[], MigrationCase])[] = [
  [
    "a table and its columns have other names",
    [
      table(
        "Persons",
        [text("Key"), text("Full Name", true), number("Age")].map(
          formerly({ Key: "Id", "Full Name": "Name" }),
        ),
        {
          was: "People",
        },
      ),
      teams,
    ],
    {
      steps: [
        { what: "renameTable", table: "Persons", was: "People", rows: 2 },
        { what: "renameColumn", table: "Persons", column: "Key", was: "Id", values: 2 },
        { what: "renameColumn", table: "Persons", column: "Full Name", was: "Name", values: 2 },
        { what: "addIndex", table: "Persons", columns: ["Full Name"] },
      ],
      rows: { Persons: [[["b"]], [["b", "Bob", 7, 2]]] },
    },
  ],
  [
    "names have other letters",
    [
      table("PEOPLE", [text("ID"), text("Name"), number("Age")].map(formerly({ ID: "Id" })), {
        was: "People",
      }),
      teams,
    ],
    {
      steps: [
        { what: "renameTable", table: "PEOPLE", was: "People", rows: 2 },
        { what: "renameColumn", table: "PEOPLE", column: "ID", was: "Id", values: 2 },
      ],
      rows: { PEOPLE: [[["a"]], [["a", "Ada", 7, 1]]] },
    },
  ],
  [
    "a column with an index holds another type",
    [table("People", [text("Id"), text("Name"), text("Age", true)]), teams],
    {
      steps: [
        { what: "convertColumn", table: "People", column: "Age", held: "integer", holds: "text", values: 2 },
        { what: "addIndex", table: "People", columns: ["Age"] },
      ],
      rows: {
        People: [
          [["a"], ["b"]],
          [
            ["a", "Ada", "7", 1],
            ["b", "Bob", "7", 2],
          ],
        ],
      },
    },
  ],
  [
    "what is not named any more is removed",
    [table("People", [text("Id"), text("Name")])],
    {
      drops: true,
      steps: [
        { what: "dropColumn", table: "People", column: "Age", holds: "integer", values: 2 },
        { what: "dropTable", table: "Teams", columns: ["Team"], rows: 0 },
      ],
      rows: { People: [[["a"]], [["a", "Ada", 1]]] },
    },
  ],
];

/** What cannot be wanted in the place of `people` and `teams`. */
export const REFUSALS: readonly (readonly [string, readonly StoredTable[], string])[] = [
  [
    "a value does not convert",
    [table("People", [text("Id"), number("Name")])],
    'Column "Name" of table "People" has 2 values of the type Text that cannot be read as Number: "Ada" in the row "a", "Bob" in the row "b".',
  ],
  [
    "a key is the same in two rows once it is converted",
    [table("People", [text("Id"), text("Name"), text("Age")], { key: [2] }), teams],
    '"Age" cannot tell the rows of table "People" apart: the rows "a", "b" have the key ["7"].',
  ],
];
