import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/**
 * Over 400 lines because errors are read together, as the catalogue is.
 * Each error with its place: `line:character code message (hint)`.
 */
function errorsIn(text: string): string[] {
  const { output, diagnostics } = loadDefinition(text, { file: "app.yaml" });
  for (const diagnostic of diagnostics) expect(diagnostic.file).toBe("app.yaml");
  expect(output === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
  return diagnostics.map(({ line, character, code, message, hint }) => {
    return `${line}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

/** Columns beside the key of T; the first is in line 8 and from character 7. */
const columns = (...lines: string[]): string =>
  definition(
    "tables:",
    "  T:",
    "    key: [ID]",
    "    columns:",
    "      ID: { type: Text }",
    ...lines.map((line) => `      ${line}`),
  );

/** Line 3 is the first of the lines. */
const definition = (...lines: string[]): string =>
  ["tablewright: 1", "app: { id: a, name: A }", ...lines].join("\n");

const ENDED =
  'definition/unreadable The definition cannot be read: a value has ended before this; a text with "[", "{", a comma or quotes in it needs quotes around all of it.';

const T = "tables: { T: { key: [ID], columns: { ID: { type: Text }, N: { type: Number } } } }";

test.each<[string, string, ...string[]]>([
  ["nothing", "", "1:1 definition/unreadable The definition cannot be read: it is empty."],
  ["a comment", "# later\n", "1:1 definition/unreadable The definition cannot be read: it is empty."],
  [
    "a list",
    "- tables\n",
    "1:1 definition/wrong-value Expected a definition, written as a mapping, found a list.",
  ],
  [
    "a text",
    "hello",
    '1:1 definition/wrong-value Expected a definition, written as a mapping, found "hello".',
  ],
  [
    "a tab for indentation",
    "tablewright: 1\napp:\n\tid: x\n",

    "3:1 definition/unreadable The definition cannot be read: a line is indented with a tab, and only blanks can indent.",
  ],
  [
    "an unclosed bracket",
    "tables: [a, b",

    '1:14 definition/unreadable The definition cannot be read: a list that a "[" opens is not closed before this; a text with such a bracket in it, as "[1..5)", needs quotes around all of it.',
  ],
  [
    "expressions without quotes",
    columns("A:", "  formula: [N] * 2", "  type: Text", "B:", "  formula: [N] + 2", "  type: Text"),
    ...["9:22", "12:22"].map((place) => `${place} ${ENDED}`),
  ],
  [
    "an expression without quotes in a set of one line",
    columns("A: { type: Text, formula: IF([N] = 1, UPPER([ID])) }", "B: { type: Text }"),
    `8:36 ${ENDED}`,
  ],
  [
    "an expression without quotes that has a colon",
    columns("A:", "  type: Text", '  formula: IF([ID] = "a: b", 1, 2)'),

    '10:18 definition/unreadable The definition cannot be read: a text with ": " in it needs quotes around all of it.',
  ],
  [
    "an expression without quotes that has commas",
    columns("A: { type: Number, formula: IF(TRUE, 1, 2) }"),

    '8:44 definition/unreadable The definition cannot be read: "1" has no value; within { } a text that holds a comma needs quotes around all of it.',
    '8:37 syntax/missing-bracket The "(" that opens here has no matching ")". (Add the missing ")".)',
  ],
  [
    "an expression without quotes that has commas and texts in quotes",
    columns('A: { type: Text, formula: IF(TRUE, "a", "b") }', 'B: { type: Enum, values: [one two, "x" y] }'),
    ...["8:50", "9:46"].map(
      (place) =>
        `${place} definition/unreadable The definition cannot be read: a comma is missing before this, or a text with a comma or quotes in it needs quotes around all of it.`,
    ),
  ],
  [
    "a quote that is not closed",
    columns("A: { type: Text, formula: 'UPPER([ID]) }", "B: { type: Text }"),
    "8:33 definition/unreadable The definition cannot be read: a quote opens here and is never closed.",
  ],
  [
    "lists in lists without end",
    `tables: ${"[".repeat(20_000)}`,

    expect.stringMatching(
      /^1:\d+ definition\/unreadable The definition cannot be read: it is nested too deep\.$/u,
    ),
  ],
  [
    "a Ref to a table that is not there, and what follows it",
    columns("R: { type: Ref, table: Us }", 'A: { type: Text, virtual: true, formula: "[R].[Name]" }'),
    '8:30 definition/unknown-table There is no table "Us".',
  ],
  [
    "two documents",
    `${definition(T)}\n---\na: 1`,
    "4:1 definition/unreadable The definition cannot be read: a second document begins here.",
  ],
  [
    "a tag",
    definition(T, "slices: !secret {}"),
    "4:9 definition/unreadable The definition cannot be read: unresolved tag: !secret.",
  ],
  [
    "a member twice",
    definition(T, "slices: {}", "slices: {}"),
    '5:1 definition/unreadable The definition cannot be read: "slices" is written twice.',
  ],
  [
    "an alias of nothing",
    definition(T, "slices: *none"),

    '4:9 definition/unreadable The definition cannot be read: there is no anchor "&none" before this.',
    "4:9 definition/wrong-value Expected a mapping of slices by name, found nothing.",
  ],
  [
    "a list for a name",
    columns("? [a, b]", ": { type: Text }"),
    "8:9 definition/unreadable The definition cannot be read: a name is expected here.",
  ],
  [
    "the name __proto__",
    columns("__proto__: { type: Text }"),
    '8:7 definition/reserved-name The name "__proto__" is reserved.',
  ],
  [
    "members missing at the top",
    "tablewright: 1\n",

    '1:1 definition/missing-member The member "app" is missing.',
    '1:1 definition/missing-member The member "tables" is missing.',
  ],
  [
    "another version",
    `tablewright: 2\napp: { id: a, name: A }\n${T}`,
    "1:14 definition/wrong-value Expected 1, the version of this form, found 2.",
  ],
  [
    "an unknown member at the top",
    definition(T, "slice: {}"),
    '4:1 definition/unknown-member There is no member "slice" here. (Did you mean "slices"?)',
  ],
  [
    "an unknown member unlike any",
    definition(T, "slices: { S: { table: T, colour: red } }"),

    '4:26 definition/unknown-member There is no member "colour" here. (The members are "table", "filter", "columns", "updates".)',
  ],
  [
    "wrong values in app",
    `tablewright: 1\napp: { id: 5, name: "", blanks: legacyy, api: { accessKeys: {}, enabled: 1 } }\n${T}`,

    "2:12 definition/wrong-value Expected a text, found 5.",
    '2:21 definition/wrong-value Expected a text that is not empty, found "".',
    '2:33 definition/wrong-value Expected one of "consistent", "legacy", found "legacyy". (Did you mean "legacy"?)',
    "2:61 definition/wrong-value Expected a list of access keys, found a mapping.",
    "2:74 definition/wrong-value Expected true or false, found 1.",
  ],
  [
    "locale and time zone",
    `tablewright: 1\napp: { id: a, name: A, locale: english, timezone: Mars }\n${T}`,

    '2:32 definition/wrong-value Expected a locale such as en-US, found "english".',
    '2:51 definition/wrong-value Expected a time zone such as Europe/Berlin, found "Mars".',
  ],
  [
    "a locale of a language and a region that there are not",
    `tablewright: 1\napp: { id: a, name: A, locale: xx-YY }\n${T}`,
    '2:32 definition/wrong-value Expected a locale such as en-US, found "xx-YY".',
  ],
  [
    "a locale with an underscore, and an offset as time zone",
    `tablewright: 1\napp: { id: a, name: A, locale: ja_JP, timezone: UTC+9 }\n${T}`,
  ],
  [
    "a malformed locale",
    `tablewright: 1\napp: { id: a, name: A, locale: en_US_x }\n${T}`,
    '2:32 definition/wrong-value Expected a locale such as en-US, found "en_US_x".',
  ],
  [
    "access keys",
    `tablewright: 1
app:
  id: a
  name: A
  api:
    accessKeys:
      - { name: both, key: x, sha256: "${"0".repeat(64)}" }
      - { name: none }
      - { name: short, sha256: abc }
      - { name: none, key: y, expires: 2027-02-30, actions: [find, Ad], tables: [U] }
${T}`,

    '7:9 definition/one-of Exactly one of "sha256", "key" is expected here.',
    '8:9 definition/one-of Exactly one of "sha256", "key" is expected here.',
    '9:32 definition/wrong-value Expected a text of 64 hexadecimal digits, found "abc".',
    '10:17 definition/duplicate-name "none" is the name of an access key and of another one.',
    '10:23 definition/plain-key The access key "none" is in the definition as plain text. (Put its SHA-256 in "sha256" instead.)',
    '10:40 definition/wrong-value Expected a date such as 2027-01-01, found "2027-02-30".',
    '10:68 definition/unknown-action There is no action "Ad". (Did you mean "Add"?)',
    '10:82 definition/unknown-table There is no table "U".',
  ],
  [
    "names of tables and slices",
    definition(
      "tables:",
      "  Orders: { key: [ID], columns: { ID: { type: Text } } }",
      "  orders: { key: [ID], columns: { ID: { type: Text } } }",
      '  "": { key: [ID], columns: { ID: { type: Text } } }',
      "  _ThisRow: { key: [ID], columns: { ID: { type: Text } } }",
      "slices: { Orders: { table: Orders }, ORDERS: { table: Orders } }",
    ),

    '5:3 definition/similar-names "orders" and "Orders" differ only in upper and lower case.',
    '6:3 definition/wrong-value Expected a name, found "".',
    '7:3 definition/reserved-name The name "_ThisRow" is reserved.',
    '8:11 definition/duplicate-name "Orders" is the name of a table and of a slice.',
    '8:38 definition/similar-names "ORDERS" and "Orders" differ only in upper and lower case.',
  ],
  [
    "tables whose names differ in how an accent is written",
    definition(
      "tables:",
      "  Caf\u00e9: { key: [ID], columns: { ID: { type: Text } } }",
      "  Cafe\u0301: { key: [ID], columns: { ID: { type: Text } } }",
    ),
    '5:3 definition/similar-names "Cafe\u0301" and "Caf\u00e9" differ only in how accents are written.',
  ],
  [
    "tables named as those of the engine",
    definition(
      "tables:",
      ...["tablewright_journal", "Tablewright_Schedules", "tablewright_numbers", "tablewright_later"].map(
        (name) => `  ${name}: { key: [ID], columns: { ID: { type: Text } } }`,
      ),
    ),

    '4:3 definition/reserved-name The name "tablewright_journal" is reserved.',
    '5:3 definition/reserved-name The name "Tablewright_Schedules" is reserved.',
    '6:3 definition/reserved-name The name "tablewright_numbers" is reserved.',
    '7:3 definition/reserved-name The name "tablewright_later" is reserved.',
  ],
  [
    "names of columns",
    columns(
      "_RowNumber: { type: Number }",
      "_computedkey: { type: Text }",
      "_THIS: { type: Text }",
      "_Thisrow_before: { type: Text }",
      "id: { type: Text }",
      '"a]b": { type: Text }',
    ),

    '8:7 definition/reserved-name The name "_RowNumber" is reserved.',
    '9:7 definition/reserved-name The name "_computedkey" is reserved.',
    '10:7 definition/reserved-name The name "_THIS" is reserved.',
    '11:7 definition/reserved-name The name "_Thisrow_before" is reserved.',
    '12:7 definition/similar-names "id" and "ID" differ only in upper and lower case.',
    '13:7 definition/wrong-value Expected a name without "]", which ends a name in expressions, found "a]b".',
  ],
  [
    "names of actions",
    definition(T, "actions: { find: { table: T, deleteRow: true }, Go: { table: T } }"),

    '4:12 definition/reserved-name The name "find" is reserved.',
    '4:49 definition/one-of Exactly one of "set", "run", "addRow", "deleteRow", "onRows" is expected here.',
  ],
  [
    "a rule",
    definition(
      T,
      "rules: { R: { table: T, on: [ad], steps: [{}, { webhook: { uri: 'https://x.example' } }] } }",
    ),

    '4:30 definition/wrong-value Expected one of "add", "edit", "delete", found "ad". (Did you mean "add"?)',
    '4:43 definition/one-of Exactly one of "action", "webhook", "email", "call", "refuse" is expected here.',
    '4:60 definition/unknown-member There is no member "uri" here. (Did you mean "url"?)',
  ],
  [
    "no key",
    definition("tables: { T: { columns: { ID: { type: Text } } } }"),
    '3:11 definition/no-key Table "T" has no key. (Add "key: [Column]".)',
  ],
  [
    "keys that cannot be",
    definition(
      "tables:",
      "  T:",
      "    key: [Id2, ID, ID, Notes, V, F, Count]",
      "    columns:",
      "      ID: { type: Text }",
      "      Notes: { type: LongText }",
      "      V: { type: Text, virtual: true, formula: '\"v\"' }",
      "      F: { type: Text, formula: '\"f\"' }",
      "      Count: { type: ChangeCounter }",
      "      K: { type: Text, key: true }",
    ),

    '5:11 definition/unknown-column Table "T" has no column "Id2". (Did you mean "ID"?)',
    '5:20 definition/key "ID" cannot be a key column: it is a part of the key already.',
    '8:7 definition/key "Notes" cannot be a key column: no key is of type LongText.',
    '9:7 definition/key "V" cannot be a key column: it is virtual.',
    '10:7 definition/key "F" cannot be a key column: a key never changes, and its formula could change it.',
    '11:7 definition/key "Count" cannot be a key column: it changes with the row.',
    '12:29 definition/exclusive "key: true" and "T.key" exclude each other. (Keep one of them.)',
  ],
  [
    "a key that refers to itself",
    definition(
      "tables:",
      "  A: { key: [R], columns: { R: { type: Ref, table: B } } }",
      "  B: { key: [R], columns: { R: { type: Ref, table: A } } }",
    ),
    '5:29 definition/key "R" cannot be a key column: its Ref leads back to itself.',
  ],
  [
    "types",
    columns(
      "A: { type: Numbr }",
      "B: { }",
      "C: { type: 5 }",
      "D: { type: EnumList, itemType: Lst, values: [a] }",
      "E: { type: Enum, itemType: Show, values: [a] }",
      "F: { type: integer }",
    ),

    '8:18 definition/unknown-type There is no column type "Numbr". (Did you mean "Number"?)',
    '9:7 definition/missing-member The member "type" is missing.',
    "10:18 definition/wrong-value Expected a text, found 5.",
    '11:38 definition/unknown-type There is no column type "Lst". (Did you mean "List"?)',
    '12:34 definition/wrong-value Expected one of Text, LongText, Name, Email, Phone, Url, Address, Number, Decimal, Percent, Price, Progress, Date, Time, DateTime, Duration, Yes/No, Ref, LatLong, XY, Image, Thumbnail, Drawing, Signature, File, Video, Color, found "Show".',
    '13:18 definition/unknown-type There is no column type "integer". (Did you mean "Number"?)',
  ],
  [
    "options without a meaning",
    columns(
      "A: { type: Number, maxLength: 3, values: [1] }",
      "B: { type: Text, table: T }",
      "C: { type: Enum, values: [a], table: T }",
      "D: { type: ChangeCounter, initialValue: 1, formula: '1' }",
      "E: { type: Yes/No, min: 0 }",
    ),

    '8:26 definition/option The option "maxLength" has no meaning for the type Number.',
    '8:40 definition/option The option "values" has no meaning for the type Number.',
    '9:24 definition/option The option "table" has no meaning for the type Text.',
    '10:37 definition/option The option "table" has no meaning for the type Enum.',
    '11:33 definition/option The option "initialValue" has no meaning for the type ChangeCounter.',
    '11:50 definition/option The option "formula" has no meaning for the type ChangeCounter.',
    '12:26 definition/option The option "min" has no meaning for the type Yes/No.',
  ],
  [
    "options that are missing",
    columns(
      "A: { type: Ref }",
      "B: { type: Enum }",
      "C: { type: List }",
      "D: { type: EnumList, itemType: Ref }",
      "E: { type: Text, virtual: true }",
    ),

    '8:7 definition/missing-option A column of type Ref needs the option "table".',
    '9:7 definition/missing-option A column of type Enum needs the option "values".',
    '10:7 definition/missing-option A column of type List needs the option "formula".',
    '11:7 definition/missing-option A column of type EnumList needs the option "table".',
    '12:7 definition/no-formula The column "E" is virtual and has no formula.',
  ],
  [
    "options that exclude each other",
    columns(
      "A: { type: Number, formula: '1', initialValue: '2' }",
      "B: { type: Number, virtual: true, formula: '1', required: true }",
      "C: { type: Text, label: true }",
      "D: { type: Text, label: true }",
    ),

    '8:40 definition/exclusive "formula" and "initialValue" exclude each other. (Keep one of them.)',
    '9:55 definition/exclusive "virtual" and "required" exclude each other. (Keep one of them.)',
    '11:24 definition/exclusive "C.label" and "D.label" exclude each other. (Keep one of them.)',
  ],
  [
    "bounds and values",
    columns(
      "A: { type: Date, min: 5 }",
      "B: { type: Number, min: 5, max: 1 }",
      "C: { type: Text, minLength: 5, maxLength: 1 }",
      "D: { type: Number, step: 0 }",
      "E: { type: Enum, itemType: Number, values: [1, x, ''] }",
      "F: { type: EnumList, values: [a, 'b , c'] }",
      "G: { type: Text, maxLength: -1 }",
      "H: { type: Enum, values: [] }",
    ),
    ...[
      "8:29 definition/wrong-value Expected a date, found 5.",
      "9:39 definition/wrong-value Expected a value of at least 5, found 1.",
      "10:49 definition/wrong-value Expected a value of at least 5, found 1.",
      "11:32 definition/wrong-value Expected a number above 0, found 0.",
      '12:54 definition/wrong-value Expected a whole number, found "x".',
      '12:57 definition/wrong-value Expected a value, found "".',
      '13:40 definition/wrong-value Expected a value without " , ", which separates the items, found "b , c".',
      "14:35 definition/wrong-value Expected a whole number from 0, found -1.",
      "15:32 definition/wrong-value Expected at least one value, found a list.",
    ].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a.startsWith("15:7 ") ? -1 : 0)),
  ],
  [
    "tables that are not there",
    columns("R: { type: Ref, table: Teems }", "W: { type: ChangeCounter, watch: { columns: [IDs] } }"),

    '8:30 definition/unknown-table There is no table "Teems".',
    '9:52 definition/unknown-column Table "T" has no column "IDs". (Did you mean "ID"?)',
  ],
  [
    "watched values that no watched column can have",
    columns(
      "N: { type: Number }",
      "E: { type: Enum, values: [a, b] }",
      "X: { type: ChangeCounter, watch: { columns: [N, E], values: [1, b, c, ''] } }",
      "Y: { type: ChangeTimestamp, watch: { values: [any text] } }",
    ),
    '10:74 definition/wrong-value Expected a value of a watched column, found "c".',
  ],
  [
    "slices",
    definition(
      "tables: { T: { key: [ID], updates: [edit], columns: { ID: { type: Text } } } }",
      "slices:",
      "  A: { table: U }",
      "  B: { table: T, columns: [ID, Nmae], updates: [edit, add], filter: '[IDs] = 1' }",
      "  C: { table: T, filter: 'ISBLANK(C[ID])' }",
    ),

    '5:15 definition/unknown-table There is no table "U".',
    '6:32 definition/unknown-column Table "T" has no column "Nmae".',
    '6:48 definition/looser-slice The slice allows "add", which its table "T" does not.',
    '6:70 name/unknown-column Table "T" has no column "IDs". (Did you mean "ID"?)',
    "7:26 definition/formula-cycle These formulas need one another, so none can be computed first: C → C.",
  ],
  [
    "updates",
    definition("tables: { T: { key: [ID], updates: [edit, ad], columns: { ID: { type: Text } } } }"),

    '3:43 definition/wrong-value Expected one of "add", "edit", "delete", found "ad". (Did you mean "add"?)',
  ],
  [
    "an update word",
    definition(`tables: { T: { key: [ID], updates: '"READONLY"', columns: { ID: { type: Text } } } }`),

    '3:36 definition/wrong-value Expected one of ALL_CHANGES, ADDS_AND_UPDATES, UPDATES_AND_ADDS, ADDS_AND_DELETES, UPDATES_AND_DELETES, ADDS_ONLY, UPDATES_ONLY, DELETES_ONLY, READ_ONLY, found "READONLY". (Did you mean "READ_ONLY"?)',
  ],
])("%s", (_, text, ...errors) => {
  expect(errorsIn(text)).toEqual(errors);
});

test.each<[string, string, string]>([
  ["plain", "validIf: LEN([Nmber])", "22 name/unknown-column 4"],
  ["quoted once", "validIf: 'LEN([Nmber])'", "23 name/unknown-column 4"],
  ["quoted twice", 'validIf: "LEN([Nmber])"', "23 name/unknown-column 4"],
  ["behind a doubled quote", "validIf: '\"it''s\" & [Nmber]'", "29 name/unknown-column 9"],
  ["behind an escaped quote", 'validIf: "\\"a\\" & [Nmber]"', "27 name/unknown-column 6"],
  ["behind an escape by number", 'validIf: "LEN(\\u005bNmber])"', "18 name/unknown-column 4"],
])("an error in an expression that is %s has its place", (_, member, expected) => {
  const text = definition(
    "tables:",
    "  T:",
    "    key: [ID]",
    "    columns:",
    "      ID:",
    "        type: Number",
    `        ${member}`,
  );
  const seen = loadDefinition(text).diagnostics.map(
    ({ line, character, code, start, member: of }) => `${line}:${character} ${code} ${start} ${of}`,
  );
  expect(seen[0]).toBe(`9:${expected} tables.T.columns.ID.validIf`);
});

test.each(["|", ">", "|2-", ""])("an expression over several lines (%j) is pointed into", (style) => {
  const text = definition(
    "tables:",
    "  T:",
    "    key: [ID]",
    "    columns:",
    "      ID:",
    "        type: Text",
    `        requiredIf: ${style}`,
    "          AND(",
    "            TRUE,",
    "            [Nope] = 1",
    "          )",
  );
  expect(errorsIn(text)).toEqual(['12:13 name/unknown-column Table "T" has no column "Nope".']);
});

test("an expression that is cut off is pointed at behind its end", () => {
  expect(errorsIn(columns('A: { type: Number, formula: "1 +" }'))).toEqual([
    '8:39 syntax/cut-off The expression ends after "+", where a value is expected. (Write a value after it, or remove it.)',
  ]);
});

test.each<[string, string]>([
  [
    "initialValue: '[Numer] + 1'",
    'name/unknown-column Table "T" has no column "Numer". (Did you mean "Number"?)',
  ],
  ["initialValue: '\"x\"'", "type/result The expression gives Text, and Number is expected here."],
  [
    "formula: '[Number] / 2.0'",
    "type/result The expression gives Decimal, and Number is expected here. (Wrap it in ROUND(), FLOOR() or CEILING().)",
  ],
  [
    "virtual: true, formula: '[_THIS] + 1'",
    'name/no-this "[_THIS]" is the value of the column that the expression belongs to, and there is none here.',
  ],
  ["requiredIf: '[Number]'", "type/result The expression gives Number, and Yes/No is expected here."],
  ["validIf: '[Number]'", "type/result The expression gives Number, and Yes/No is expected here."],
  [
    "validIf: 'LIST(TRUE, FALSE)'",
    "type/result The expression gives List of Yes/No, and List of Number is expected here.",
  ],
  [
    "invalidMessage: 'LIST(1'",
    'syntax/missing-bracket The "(" that opens here has no matching ")". (Add the missing ")".)',
  ],
  ["editableIf: '1'", "type/result The expression gives Number, and Yes/No is expected here."],
  ["showIf: 'Yess()'", 'name/unknown-function There is no function "Yess".'],
  ["resetIf: ''", "syntax/empty The expression is empty; a value, a column or a function is expected."],
])("%s", (member, error) => {
  const [found, ...others] = errorsIn(columns("Number: { type: Number }", `A: { type: Number, ${member} }`));
  expect(found?.replace(/^\S+ /, "")).toBe(error);
  expect(others).toEqual([]);
});

test("a security filter and a slice's filter are about one row and give Yes/No", () => {
  const text = definition(
    "tables: { T: { key: [ID], securityFilter: '[_THIS]', columns: { ID: { type: Text } } } }",
    "slices: { S: { table: T, filter: '[ID]' } }",
  );
  expect(errorsIn(text).map((one) => one.slice(0, 60))).toEqual([
    '3:44 name/no-this "[_THIS]" is the value of the column that ',
    "4:35 type/result The expression gives Text, and Yes/No is ex",
  ]);
});

test.each<[string, string[], string]>([
  ["itself", ["A: { type: Number, formula: '[A] + 1' }"], "A → A"],
  [
    "each other",
    [
      "A: { type: Number, formula: '[B]' }",
      "B: { type: Number, formula: '[C]' }",
      "C: { type: Number, formula: '[A]' }",
    ],
    "A → B → C → A",
  ],
  [
    "a virtual column",
    ["A: { type: Number, formula: '[V]' }", "V: { type: Number, virtual: true, formula: '[A]' }"],
    "A → A",
  ],
  [
    "virtual columns",
    [
      "V: { type: Number, virtual: true, formula: '[W]' }",
      "W: { type: Number, virtual: true, formula: '[V]' }",
    ],
    "T[V] → T[W] → T[V]",
  ],
  [
    "a change column",
    ["A: { type: Number, formula: '[C]' }", "C: { type: ChangeCounter, watch: { columns: [A] } }"],
    "A → C → A",
  ],
])("a cycle of formulas by way of %s is named once", (_, lines, cycle) => {
  expect(errorsIn(columns(...lines))).toEqual([
    expect.stringMatching(new RegExp(`definition/formula-cycle .*: ${cycle.replaceAll("[", "\\[")}\\.$`)),
  ]);
});

test("all errors are reported at once, whatever their kind", () => {
  const text = `tablewright: 1
app: { id: a, name: A, local: de-DE }
tables:
  T:
    columns:
      A: { type: Numbr, requird: true }
      B: { type: Number, formula: '[Aa] + [X]', min: x }
  U: [1]
`;
  expect(errorsIn(text).map((one) => one.split(" ").slice(0, 2).join(" "))).toEqual([
    "2:24 definition/unknown-member",
    "4:3 definition/no-key",
    "6:18 definition/unknown-type",
    "6:25 definition/unknown-member",
    "7:36 name/unknown-column",
    "7:43 name/unknown-column",
    "7:54 definition/wrong-value",
    "8:6 definition/wrong-value",
  ]);
});
