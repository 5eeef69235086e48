import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** Each as `line:character code message (hint)`, line 1 being the first of the tables. */
function errorsIn(tables: string): string[] {
  const text = `tables:\n${tables}\ntablewright: 1\napp: { id: a, name: A }\n`;
  return loadDefinition(text).diagnostics.map(({ line = 0, character, code, message, hint }) => {
    return `${line - 1}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

const ID = "ID: { type: Text }";

test.each<[string, string, string[]]>([
  [
    "former names of tables and columns",
    `  T: { was: U, key: [ID], columns: { ID: { type: Text, was: Key }, B: { type: Text, was: b } } }
  V: { was: t, key: [ID], columns: { ID: { type: Text, was: Key } } }`,
    [],
  ],
  [
    "a table that there still is",
    `  T: { was: U, key: [ID], columns: { ${ID} } }
  U: { key: [ID], columns: { ${ID} } }`,
    [
      '1:13 definition/was-declared "T" was "U" before, and there still is a table "U". (Remove the table "U", or take "was" from "T".)',
    ],
  ],
  [
    "a table by its own name",
    `  T: { was: T, key: [ID], columns: { ${ID} } }`,
    [
      '1:13 definition/was-declared "T" was "T" before, and there still is a table "T". (Remove the table "T", or take "was" from "T".)',
    ],
  ],
  [
    "a column that there still is",
    `  T: { key: [ID], columns: { ${ID}, B: { type: Text, was: C }, C: { type: Text } } }`,
    [
      '1:72 definition/was-declared "B" was "C" before, and there still is a column "C". (Remove the column "C", or take "was" from "B".)',
    ],
  ],
  [
    "a virtual column under the former name",
    `  T: { key: [ID], columns: { ${ID}, B: { type: Text, was: C }, C: { type: Text, virtual: true, formula: "[B]" } } }`,
    [],
  ],
  [
    "one former name of two tables and of two columns",
    `  T: { was: X, key: [ID], columns: { ${ID}, B: { type: Text, was: Y }, C: { type: Text, was: Y } } }
  U: { was: X, key: [ID], columns: { ${ID} } }`,
    [
      '1:107 definition/same-was "B" and "C" both were "Y" before. (Keep one "was"; the other begins without values.)',
      '2:13 definition/same-was "T" and "U" both were "X" before. (Keep one "was"; the other begins without values.)',
    ],
  ],
  [
    "what is never stored, or not ours",
    `  T: { key: [ID], columns: { ${ID}, V: { type: Text, virtual: true, formula: "[ID]", was: W } } }
  U: { source: u, was: V, key: [ID], columns: { ID: { type: Text, was: Key } } }`,
    [
      '1:99 definition/exclusive "virtual" and "was" exclude each other. (Keep one of them.)',
      '2:19 definition/exclusive "source" and "was" exclude each other. (Keep one of them.)',
      '2:67 definition/exclusive "source" and "was" exclude each other. (Keep one of them.)',
    ],
  ],
])("%s", (_, tables, errors) => {
  expect(errorsIn(tables)).toEqual(errors);
});
