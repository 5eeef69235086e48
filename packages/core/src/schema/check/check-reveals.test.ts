import { expect, test } from "vitest";
import { loadDefinition } from "../load-definition.ts";

const load = (columns: string, rest = "") =>
  loadDefinition(`tablewright: 1
app: { id: a, name: A }
tables:
  T:
    key: [Id]
    columns:
      Id: { type: Text }
      Pay: { type: Number, readIf: 'USERROLE() = "HR"' }
      ${columns}
${rest}`).diagnostics.map(({ code, member, message }) => [code, member, message]);

const revealed = (member: string, reader: string) => [
  [
    "definition/reveals",
    member,
    `${reader} reads "Pay" of "T", which has "readIf": who reads the one learns of the other.`,
  ],
];
const ofT = (column: string, member: string) => `tables.T.columns.${column}.${member}`;

test.each<[columns: string, rest: string, warned: readonly (readonly (string | undefined)[])[]]>([
  [
    "Half: { type: Number, virtual: true, formula: '[Id].[Pay] / 2' }".replace("[Id].", ""),
    "",
    revealed(ofT("Half", "formula"), '"Half"'),
  ],
  ["Half: { type: Number, formula: '[Pay] / 2' }", "", revealed(ofT("Half", "formula"), '"Half"')],
  ["Half: { type: Number, formula: '[Pay] / 2', readIf: 'USERROLE() = \"HR\"' }", "", []],
  [
    "Sum: { type: Number, virtual: true, formula: 'SUM(T[Pay])' }",
    "",
    revealed(ofT("Sum", "formula"), '"Sum"'),
  ],
  [
    "Boss: { type: Ref, table: T, readIf: '[Pay] < 5' }",
    "",
    revealed(ofT("Boss", "readIf"), 'The readIf of "Boss"'),
  ],
  ["Other: { type: Text, writeIf: '[Pay] < 5' }", "", []],
  [
    "Other: { type: Text }",
    "slices: { S: { table: T, filter: '[Pay] > 5' } }",
    revealed("slices.S.filter", 'The slice "S"'),
  ],
  [
    "Other: { type: Text, virtual: true, formula: 'PAYOF([Id])' }",
    'functions: { payOf: { parameters: { who: Text }, result: Number, formula: \'LOOKUP([_THISROW].[who], "T", "Id", "Pay")\' } }',
    [...revealed(ofT("Other", "formula"), '"Other"'), ...revealed("functions.payOf", "The function payOf")],
  ],
])("of %s %s the loader says %j", (columns, rest, warned) => {
  expect(load(columns, rest)).toEqual(warned);
});

test("a key has no readIf, and a readIf calls no function of the program", () => {
  const found = load(
    "Key: { type: Text, key: true, readIf: 'TRUE' }\n      X: { type: Text, readIf: 'ASK([Id])' }",
    "functions: { ask: { host: true, parameters: { id: Text }, result: Yes/No } }",
  );
  expect(found.map(([code]) => code)).toEqual(expect.arrayContaining(["definition/function-place"]));
  const keyed = loadDefinition(
    "tablewright: 1\napp: { id: a, name: A }\ntables: { T: { key: [Id], columns: { Id: { type: Text, readIf: 'TRUE' } } } }",
  );
  expect(keyed.diagnostics).toMatchObject([
    { code: "definition/key", message: expect.stringContaining('it has "readIf"') },
  ]);
});

test("a Ref with readIf adds no column that lists it", () => {
  const { output } = loadDefinition(`tablewright: 1
app: { id: a, name: A }
tables:
  T: { key: [Id], columns: { Id: { type: Text }, Open: { type: Ref, table: T }, Shut: { type: Ref, table: T, readIf: 'FALSE' } } }`);
  expect(output?.tables.get("T")?.columns.map(({ name }) => name)).toEqual([
    "Id",
    "Open",
    "Shut",
    "Related Ts",
  ]);
});
