import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import { ExpressionError, type Scope } from "../../parts.ts";

const scope: Scope = {
  table: "People",
  tables: {
    People: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Name",
        Age: "Number",
        Tags: "List of Text",
        Boss: { type: "Ref", table: "People" },
      },
    },
    Pets: {
      key: ["Owner", "No"],
      columns: { Owner: { type: "Ref", table: "People" }, No: "Number", Kind: "Text" },
    },
    Rooms: { key: "No", columns: { No: "Number", Area: "Decimal" } },
  },
  slices: { Adults: { table: "People", filter: "[Age] >= 18" } },
};

const people = [
  { ID: "p1", Name: "Ann", Age: 40, Tags: ["x"], Boss: null },
  { ID: "p2", Name: "ßen", Age: null, Tags: [], Boss: "p1" },
  { ID: "p3", Name: "Ćira", Age: 12, Tags: [], Boss: "P1" },
  { ID: "p4", Name: null, Age: 40, Tags: ["y", "z"], Boss: "gone" },
];

const context = {
  row: { ...people[0], _RowNumber: 1 },
  tables: {
    People: people,
    Pets: [
      { Owner: "p1", No: 1, Kind: "cat" },
      { Owner: "p2", No: 1, Kind: "dog" },
      { Owner: "p1", No: 2, Kind: null },
    ],
    Rooms: [
      { No: 1, Area: null },
      { No: 2, Area: null },
    ],
  },
};

test.each([
  // LOOKUP
  ['LOOKUP("ćIRA", "People", "Name", "Age")', "Number", 12],
  ['LOOKUP("", "People", "Name", "Age")', "Number", 40],
  ['LOOKUP("p1", "People", "ID", "Tags")', "List of Text", ["x"]],
  ['LOOKUP("nobody", "People", "ID", "Tags")', "List of Text", []],
  ['LOOKUP("Ann", People, Name, ID)', "Ref of People", "p1"],
  ['LOOKUP("ßen", "People", "Name", "ID").[Boss].[Name]', "Name", "Ann"],
  ['LOOKUP("12", "People", "Age", "Name")', "Name", "Ćira"],
  ['LOOKUP(12.5, "People", "Age", "Name")', "Name", null],
  ['LOOKUP("Ćira", "Adults", "Name", "ID")', "Ref of People", null],
  ['LOOKUP([_THISROW].[Boss], "People", "Boss", "Name")', "Name", "Ann"],
  ['LOOKUP("p2: 1", "Pets", "_ComputedKey", "Kind")', "Text", "dog"],
  ["[_ComputedKey]", "Text", "p1"],
  ["[_THISROW].[_ComputedKey]", "Text", "p1"],
  ['LOOKUP("2", "Rooms", "_ComputedKey", "No")', "Ref of Rooms", 2],
  ['SELECT(Rooms[No], [_ComputedKey] = "2")', "List of Ref of Rooms", [2]],
  ["Rooms[_ComputedKey]", "List of Ref of Rooms", [1, 2]],
  ['LOOKUP([No], "Rooms", "No", "No")', "Ref of Rooms", 1],
  // MAXROW, MINROW
  ['MAXROW("People", "Age")', "Ref of People", "p1"],
  ['MINROW("People", "Age")', "Ref of People", "p3"],
  ['MAXROW("People", "Name")', "Ref of People", "p3"],
  ['MINROW("Adults", "Age", [ID] <> "p1")', "Ref of People", "p4"],
  ['MAXROW("Rooms", "Area")', "Ref of Rooms", null],
  ['MAXROW("Rooms", "_rownumber")', "Ref of Rooms", 2],
  ['MAXROW("Pets", "No")', "Ref of Pets", "p1: 2"],
  ['MAXROW("Pets", "No").[Owner].[Name]', "Name", "Ann"],
  ['MINROW("People", "Age", [Age] > [_THISROW].[Age])', "Ref of People", null],
  // REF_ROWS: the key is compared as = does
  ['REF_ROWS("People", "Boss")', "List of Ref of People", ["p2", "p3"]],
  ['REF_ROWS("Adults", "Boss")', "List of Ref of People", []],
  ['REF_ROWS("Pets", "Owner")', "List of Ref of Pets", ["p1: 1", "p1: 2"]],
  [
    'SELECT(People[Name], COUNT(REF_ROWS("Pets", "Owner")) = 2)',
    "List of Name",
    ["Ann", "ßen", "Ćira", null],
  ],
  // TOP(ORDERBY(…), count)
  ["TOP(ORDERBY(People[ID], [Age], TRUE), 2)", "List of Ref of People", ["p1", "p4"]],
  ["TOP(ORDERBY(People[Boss], [Age]), 3)", "List of Ref of People", ["p1", null, "P1"]],
  ["TOP(ORDERBY(People[ID], [Age]), 99)", "List of Ref of People", ["p2", "p3", "p1", "p4"]],
  ["TOP(ORDERBY(People[ID], [Age]), 0 - 1)", "List of Ref of People", []],
  ["TOP(ORDERBY(People[ID], [Age]), [Boss].[Age])", "List of Ref of People", []],
  ["TOP(TOP(ORDERBY(People[ID], [Name]), 3), 2)", "List of Ref of People", ["p4", "p1"]],
  ["INDEX(TOP(ORDERBY(People[ID], [Age], TRUE, [Name]), 1), 1)", "Ref of People", "p4"],
])("%s: %s", (source, type, answer) => {
  const compiled = compile(source, scope);
  expect(compiled.diagnostics).toEqual([]);
  expect(compiled.type).toBe(type);
  expect(compiled.evaluate(context)).toEqual(answer);
});

test.each([
  ['LOOKUP("x", "People", "Nme", "Age")', 'Table "People" has no column "Nme".', '"Nme"'],
  ['LOOKUP("x", "People", "Age", "Name")', 'Number cannot be compared with the text "x".', '"x"'],
  ['LOOKUP("x", "People", "Tags", "Name")', 'List of Text cannot be compared with the text "x".', '"x"'],
  [
    'LOOKUP("x", "People", [Name], "Age")',
    'LOOKUP wants a name for its argument "column", not an expression.',
    "[Name]",
  ],
  [
    'LOOKUP("x", "People", "Name")',
    "LOOKUP has 3 arguments, which is too few.",
    'LOOKUP("x", "People", "Name")',
  ],
  ['LOOKUP([Kind], "People", "Name", "Age")', 'Table "People" has no column "Kind".', "[Kind]"],
  [
    'MAXROW("People", "Tags")',
    'MAXROW wants a column of single values for its argument "column", not List of Text.',
    '"Tags"',
  ],
  ['MINROW("Peple", "Age")', 'There is no table or slice "Peple".', '"Peple"'],
  [
    'REF_ROWS("People", "Name")',
    'REF_ROWS wants Ref of People for its argument "ref column", not Name.',
    '"Name"',
  ],
])("%s is an error", (source, message, meant) => {
  const { diagnostics } = compile(source, scope);
  expect(diagnostics.map((one) => one.message)).toEqual([message]);
  expect(source.slice(diagnostics[0]?.start, diagnostics[0]?.end)).toBe(meant);
});

describe("REF_ROWS needs a current row with a key", () => {
  test.each([
    [{ ...scope, selector: true }, '"[_THISROW]" is a row, and there is no current row here.'],
    [
      { tables: scope.tables ?? {}, columns: { A: "Text" } },
      "The current row has no key, so it cannot be used as a value.",
    ],
  ])("%#", (other: Scope, message) => {
    expect(compile('REF_ROWS("Pets", "Owner")', other).diagnostics.map((one) => one.message)).toEqual([
      message,
    ]);
  });
});

describe("an equality that does not depend on the scanned row costs one look-up, not a scan", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    ID: `k${index}`,
    Name: `Name ${index % 9_000}`,
    Age: index,
  }));
  const limited = {
    ...context,
    tables: { People: many },
    limits: { fuel: 5_000 },
    user: { email: "Name 17" },
  };

  test.each([
    ['LOOKUP("k19999", "People", "ID", "Age")', 19_999],
    ['LOOKUP([_THISROW].[Name] & "", "People", "Name", "Age")', null],
    ['LOOKUP(USEREMAIL(), "People", "Name", "Age")', 17],
    ['LOOKUP("Name 17", "Adults", "Name", "Age")', 9_017],
    ['MAXROW("People", "Age", [Name] = "Name 17")', "k18017"],
    ['REF_ROWS("People", "Boss")', []],
  ])("%s", (source, answer) => {
    expect(compile(source, scope).evaluate(limited)).toEqual(answer);
  });

  test("one that reads the scanned row has to look at all of them", () => {
    expect(() => compile('LOOKUP([ID] & "!", "People", "ID", "Age")', scope).evaluate(limited)).toThrow(
      ExpressionError,
    );
  });

  test("an error in the value is met only where the condition comes to it", () => {
    const source = 'COUNT(FILTER("People", AND([Age] < 0, [Age] = 9007199254740991 * [_THISROW].[Age])))';
    expect(compile(source, scope).evaluate(context)).toBe(0);
  });
});
