import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** Each as `line:character code message (hint)`, line 1 being the first of the tables. */
function errorsIn(tables: string, rest = ""): string[] {
  const text = `tables:\n${tables}\ntablewright: 1\napp: { id: a, name: A }\n${rest}`;
  return loadDefinition(text).diagnostics.map(({ line = 0, character, code, message, hint }) => {
    return `${line - 1}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

test("withCheck needs a security filter, even to say no more than it does", () => {
  const table = (members: string) => `  T: { key: [ID], ${members} columns: { ID: { type: Text } } }`;
  expect(errorsIn(table("withCheck: true,"))).toEqual([
    '1:19 definition/no-filter "withCheck" checks rows by the security filter, and the table "T" has none.',
  ]);
  expect(errorsIn(table("withCheck: false,"))).toEqual([]);
  expect(errorsIn(table("withCheck: true, securityFilter: TRUE,"))).toEqual([]);
  expect(errorsIn(table("withCheck: 1, securityFilter: TRUE,"))).toEqual([
    "1:30 definition/wrong-value Expected true or false, found 1.",
  ]);
});

test.each<[string, string, ...string[]]>([
  [
    "a tree of one table",
    "  A: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: A, partOf: true } } }",
  ],
  [
    "parts in two ways",
    `  A: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: C, partOf: true } } }
  B: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: C, partOf: true }, C: { type: Ref, table: A, partOf: true } } }
  C: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: A } } }`,
  ],
  [
    "parts of parts of themselves",
    `  A: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: b, partOf: true } } }
  B: { key: [A], columns: { A: { type: Text }, N: { type: Ref, table: B, partOf: true }, B: { type: Ref, table: C, partOf: true } } }
  C: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: A, partOf: true } } }`,

    '1:74 definition/part-cycle Rows of these tables would be parts of themselves: A → B → C → A. (Take "partOf" from one of the Refs.)',
  ],
])("part-of Refs: %s", (_, tables, ...errors) => {
  expect(errorsIn(tables)).toEqual(errors);
});

const own = (members: string) =>
  `  A: { key: [A], columns: { A: { type: Text }, B: { type: Ref, table: A, ${members} } } }`;

const KEY =
  "  A: { key: [A], columns: { A: { type: Ref, table: B, onDelete: clear } } }\n" +
  "  B: { key: [B], columns: { B: { type: Text } } }";

test.each<[string, string, ...string[]]>([
  ["restrict", own("onDelete: restrict, required: true")],
  ["clear", own("onDelete: clear, requiredIf: TRUE")],
  ["delete", own("onDelete: delete")],
  [
    "another word",
    own("onDelete: cascade"),
    '1:84 definition/wrong-value Expected one of "restrict", "clear", "delete", found "cascade".',
  ],
  ["clear of a key", KEY, "a column of the key cannot be blank"],
  [
    "clear of a required column",
    own("onDelete: clear, required: true"),

    '1:84 definition/on-delete "onDelete: clear" is not possible for "B": the column is required. (Write "onDelete: restrict" or "onDelete: delete".)',
  ],
  ["clear of a formula", own("onDelete: clear, formula: '[A]'"), "its formula gives the column its values"],
  ["a virtual column", own("onDelete: restrict, virtual: true, formula: '[A]'"), "the column is virtual"],
  ["a part", own("onDelete: delete, partOf: true"), '"partOf" has its rows deleted'],
])("onDelete: %s", (_, tables, ...errors) => {
  const actual = errorsIn(tables);
  expect(actual).toHaveLength(errors.length);
  for (const [index, error] of errors.entries()) expect(actual[index]).toContain(error);
});

const filtered = (filter: string) => `  T:
    key: [ID]
    columns:
      ID: { type: Text }
      Mine: { type: Number, virtual: true, formula: "COUNT(Own[ID])" }
      Others: { type: Number, virtual: true, formula: "COUNT(Far[ID])" }
    securityFilter: ${filter}
  U: { key: [ID], columns: { ID: { type: Text } } }`;

const SLICES = `slices:
  Own: { table: T, filter: '[ID] <> "0"' }
  Far: { table: U, filter: '[ID] <> "0"' }
  Round: { table: U, filter: 'COUNT(Own[ID]) > 0' }`;

test.each<[string, string | undefined]>([
  ["COUNT(Own[ID]) > 0", "7:28 6-13"],
  ['COUNT(SELECT(Own[ID], [ID] = "a")) > 0', "7:28 6-33"],
  ["AND(TRUE, IN([ID], Own[ID]))", "7:41 19-26"],
  ["ISNOTBLANK(ANY(FILTER(own, TRUE)))", "7:37 15-32"],
  ["[Mine] > 0", "7:22 0-6"],
  ["1 < [Mine]", "7:26 4-10"],
  ["COUNT(Round[ID]) > 0", "7:28 6-15"],
  ["[Others] > 0", undefined],
  ["COUNT(T[ID]) > 0", undefined],
  ["COUNT(Far[ID]) > 0", undefined],
])("a security filter reads a slice of its own table: %s", (filter, place) => {
  const { diagnostics } = loadDefinition(
    `tables:\n${filtered(JSON.stringify(filter))}\ntablewright: 1\napp: { id: a, name: A }\n${SLICES}`,
  );
  expect(
    diagnostics.map(({ line = 0, character, start, end }) => `${line - 1}:${character} ${start}-${end}`),
  ).toEqual(place === undefined ? [] : [place]);
  for (const { code, message, member } of diagnostics) {
    expect([code, member]).toEqual(["definition/filter-reads-slice", "tables.T.securityFilter"]);
    expect(message).toBe(
      'The security filter of "T" reads its slice "Own", which shows only what the filter shows.',
    );
  }
});

test("a slice shows the key of its table", () => {
  const tables = "  T: { key: [A, B], columns: { A: { type: Text }, B: { type: Text }, C: { type: Text } } }";
  expect(
    errorsIn(tables, "slices:\n  S: { table: T, columns: [c, b] }\n  R: { table: T, columns: [b, a] }"),
  ).toEqual([
    '5:18 definition/slice-key The slice "S" does not show "A", by which its rows are named. (Add the column to the slice.)',
  ]);
});

test.each<[string, string | undefined]>([
  ["type: Number, min: 1, initialValue: 0", '"0" is out of bounds: at least 1.'],
  ["type: Number, max: 5, initialValue: '2 * 3'", '"6" is out of bounds: at most 5.'],
  ["type: Decimal, step: 0.1, initialValue: 0.25", '"0.25" is out of bounds: in steps of 0.1.'],
  [
    "type: Date, min: 2020-01-01, initialValue: '\"2019-12-31\"'",
    '"12/31/2019" is out of bounds: at least 01/01/2020.',
  ],
  ["type: Enum, values: [Open, Sent], initialValue: '\"open\"'", '"open" is not one of "Open", "Sent".'],
  ['type: EnumList, values: [a, b], initialValue: \'LIST("a", "c")\'', '"c" is not one of "a", "b".'],
  ["type: Text, maxLength: 2, initialValue: '\"abc\"'", '"abc" is out of bounds: at most 2 characters.'],
  ["type: Enum, values: [Open], allowOtherValues: true, initialValue: '\"New\"'", undefined],
  ["type: Number, min: 1, initialValue: 1", undefined],
  ["type: Number, min: 1, initialValue: '\"\"'", undefined],
  ["type: Date, min: 2020-01-01, initialValue: TODAY()", undefined],
  ["type: Number, min: 1, initialValue: 'LEN(USEREMAIL())'", undefined],
])("the initial value of a column with %s", (members, reason) => {
  const found = errorsIn(`  T: { key: [ID], columns: { ID: { type: Text }, C: { ${members} } } }`);
  const start = "definition/initial-value The column does not take its own initial value: ";
  const expected = reason === undefined ? [] : [expect.stringContaining(start + reason)];
  expect(found).toEqual(expected);
  const at = 54 + members.indexOf("initialValue: ") + "initialValue: ".length + 1;
  for (const one of found) expect(one.split(" ")[0]).toBe(`1:${at}`);
});

test.each<[string, boolean]>([
  ["type: Percent, formula: '[A] / [B]'", true],
  ["type: Percent, initialValue: 1 / 2", true],
  ["type: Price, virtual: true, formula: 'IF([B] > 0, [A] / [B], 0.5)'", true],
  ["type: Decimal, formula: 'IF([B] > 0, [A] / [B], 0)'", true],
  ["type: Decimal, formula: '[A] * 1.0 / [B]'", false],
  ["type: Decimal, formula: '[A] / DECIMAL([B])'", false],
  ["type: Number, formula: '[A] / [B]'", false],
])("a division of whole numbers in a column with %s is warned of: %s", (members, isWarned) => {
  const numbers = "A: { type: Number }, B: { type: Number }";
  const found = errorsIn(
    `  T: { key: [ID], columns: { ID: { type: Text }, ${numbers}, C: { ${members} } } }`,
  );
  const expected = "definition/whole-division A Number divided by a Number is a whole number";
  expect(found).toEqual(isWarned ? [expect.stringContaining(expected)] : []);
});

const CHOICES = `  Jobs:
    key: [ID]
    columns:
      ID: { type: Text }
      Status: { type: Enum, values: [Open, "Sent off", Done] }
      Tags: { type: EnumList, values: [red, blue] }
      Free: { type: Enum, values: [a], allowOtherValues: true }
      Size: { type: Enum, itemType: Number, values: [1, 2] }
      Told: { type: Enum, values: [x], formula: '"y"' }
      Note: { type: Text }
      Job: { type: Ref, table: Jobs }
`;

test.each<[string, ...string[]]>([
  [
    '[Status] = "Opne"',
    '"Opne" is none of the values of "Status": "Open", "Sent off", "Done". (Did you mean "Open"?)',
  ],
  ['"Opne" <> [Status]', "Opne"],
  ['[Status] = "OPEN"'],
  ['[Status] = ""'],
  ["IN([Status], LIST(\"Open\", 'Snet off'))", "Snet off"],
  ['IN([Status], {"Done", "Open"})'],
  ['IN("rde", [Tags])', "rde"],
  ['IN("Opne", Jobs[Status])', "Opne"],
  ['[Job].[Status] = "Opne"', "Opne"],
  ['[Job].[Job].[Status] = "Open"'],
  ['ISNOTBLANK(FILTER("Jobs", [Status] = "Opne"))', "Opne"],
  ["ISNOTBLANK(SELECT(Jobs[ID], [Status] = [_THISROW].[Status]))"],
  ['ISNOTBLANK(LOOKUP("Opne", "Jobs", "Status", "ID"))', "Opne"],
  ['SWITCH([Status], "Open", TRUE, "Snet off", TRUE, FALSE)', "Snet off"],
  ['SWITCH("Opne", [Status], TRUE, FALSE)', "Opne"],
  ['[Free] = "b"'],
  ["[Size] = 3"],
  ['[Told] = "y"'],
  ['[Note] = "y"'],
  ['IF(TRUE, [Status], "None") = "None"'],
  ['[Status] & "" = "Opne"'],
])("a comparison with a text that an Enum does not have: %s", (condition, ...told) => {
  const found = errorsIn(
    `${CHOICES}      C: { type: Yes/No, virtual: true, formula: ${JSON.stringify(condition)} }`,
  );
  expect(found.map((one) => one.replace(/^\S+ /, ""))).toEqual(
    told.map((one) =>
      expect.stringContaining(`type/not-a-choice ${one.startsWith('"') ? one : `"${one}" `}`),
    ),
  );
});

test.each([
  ["Enum, values: [Open, Sent, Open]", ['"Open" is among the values twice.']],
  ["Enum, values: [Open, Sent, OPEN, open]", ['"OPEN" and "Open" are', '"open" and "Open" are']],
  ["EnumList, values: [a, b, A]", ['"A" and "a" are']],
  ["Enum, itemType: Number, values: [1, 2, 1]", ['"1" is among the values twice.']],
  ["Enum, values: [straße, STRASSE, é, e]", []],
])("values that are there twice are warned of: %s", (type, told) => {
  const found = errorsIn(`  T: { key: [ID], columns: { ID: { type: Text }, C: { type: ${type} } } }`);
  expect(found.map((one) => one.replace(/^\S+ /, ""))).toEqual(
    told.map((one) => expect.stringContaining(`definition/same-value ${one}`)),
  );
});

test.each([
  ["Number, max: 9007199254740993", "Expected a whole number from -9007199254740991"],
  ["Decimal, min: 12345678901234567", "Expected a number of at most 15"],
  ["Text, maxLength: 9007199254740993", "Expected "],
])("a number that is not kept exactly is shown as it is written: %s", (members, told) => {
  expect(errorsIn(`  T: { key: [ID], columns: { ID: { type: Text }, C: { type: ${members} } } }`)).toEqual([
    expect.stringContaining(`definition/wrong-value ${told}`),
  ]);
});

test.each([
  ["Date", "04/03/2026", true],
  ["Date", "2026-04-03", true],
  ["Date", "Friday", false],
  ["DateTime", "04/03/2026 3:15:00 PM", true],
  ["DateTime", "2026-04-03T15:15:00", true],
  ["Time", "3:15:00 AM", true],
  ["Time", "15:15", true],
  ["Duration", "001:30:00", true],
  ["Duration", "1:30:00", false],
  ["Number", "-7", true],
  ["Number", "7.5", false],
  ["Decimal", "7.5", true],
  ["Percent", "0.25", true],
  ["Price", "7.5", true],
  ["Yes/No", "TRUE", true],
  ["Yes/No", "y", true],
  ["Enum, values: [anything]", "anything", true],
  ["LatLong", "47.376900, 8.541700", true],
])("a text beside a Ref whose key has a %s: %s is one: %s", (type, part, isKey) => {
  const found = errorsIn(`  K: { key: [A, B], columns: { A: { type: Text }, B: { type: ${type} } } }
  T:
    key: [ID]
    columns:
      ID: { type: Text }
      R: { type: Ref, table: K }
      Q: { type: Yes/No, virtual: true, formula: '[R] = "x: ${part}"' }`);
  expect(found.map((one) => one.split(" ")[1])).toEqual(isKey ? [] : ["type/not-a-key"]);
});
