import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** Each as `line:character code message (hint)`, line 1 being the first of the tables. */
function errorsIn(tables: string, rest = ""): string[] {
  const text = `tables:\n${tables}\ntablewright: 1\napp: { id: a, name: A }\n${rest}`;
  return loadDefinition(text).diagnostics.map(({ line = 0, character, code, message, hint }) => {
    return `${line - 1}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

const ID = "ID: { type: Text }";
const noSource = (member: string) =>
  `"${member}" is about a table that a database has already, and "T" names none. (Name it as the source of the table, such as "source: public.film".)`;
const exclusive = (first: string, second: string) =>
  `"${first}" and "${second}" exclude each other. (Keep one of them.)`;

test.each<[string, string, ...string[]]>([
  [
    "tables and columns with sources of their own",
    `  T: { source: public.t, key: [ID], columns: { ID: { type: Text, source: B }, B: { type: Text, source: ID } } }
  U: { source: t, key: [ID], columns: { ${ID} } }
  V: { source: '"public.t"', key: [ID], columns: { ${ID} } }`,
  ],
  [
    "two tables with one source",
    `  T: { source: public.t, key: [ID], columns: { ${ID} } }
  U: { source: '"public".t', key: [ID], columns: { ${ID} } }`,
    '2:16 definition/same-source "T" and "U" have the same source, "public.t". (Give each another source.)',
  ],
  [
    "two columns with one source",
    "  T: { source: t, key: [ID], columns: { ID: { type: Text }, B: { type: Text, source: ID } } }",
    '1:86 definition/same-source "ID" and "B" have the same source, "ID". (Give each another source.)',
  ],
  [
    "a column whose own name is the source of another",
    "  T: { source: t, key: [ID], columns: { ID: { type: Text, source: B }, B: { type: Text } } }",
    '1:72 definition/same-source "ID" and "B" have the same source, "B". (Give each another source.)',
  ],
  [
    "a column whose source is the name of a virtual one",
    `  T: { source: t, key: [ID], columns: { ${ID}, V: { type: Text, virtual: true, formula: "[ID]" }, C: { type: Text, source: V } } }`,
  ],
  [
    "texts that name no table",
    `  T: { source: a.b.c, key: [ID], columns: { ${ID} } }
  U: { source: 'a"', key: [ID], columns: { ${ID} } }
  V: { source: "", key: [ID], columns: { ${ID} } }
  W: { source: { table: w }, key: [ID], columns: { ${ID} } }`,

    '1:16 definition/wrong-value Expected a table such as film, public.film or "odd.name", found "a.b.c".',
    '2:16 definition/wrong-value Expected a table such as film, public.film or "odd.name", found "a\\"".',
    '3:16 definition/wrong-value Expected a text that is not empty, found "".',
    "4:16 definition/wrong-value Expected a text, found a mapping.",
  ],
  [
    "columns of a table that has none",
    "  T: { key: [ID], columns: { ID: { type: Text, source: id }, B: { type: Text, readOnly: true } } }",
    `1:48 definition/no-source ${noSource("source")}`,
    `1:79 definition/no-source ${noSource("readOnly")}`,
  ],
  [
    "virtual columns",
    `  T: { source: t, key: [ID], columns: { ${ID}, V: { type: Text, virtual: true, formula: "[ID]", source: v, readOnly: true } } }`,

    `1:110 definition/exclusive ${exclusive("virtual", "source")}`,
    `1:121 definition/exclusive ${exclusive("virtual", "readOnly")}`,
  ],
  [
    "lists, which are never stored",
    `  T: { source: t, key: [ID], columns: { ${ID}, L: { type: List, itemType: Ref, table: T, formula: 'FILTER("T", TRUE)', source: l } } }`,
    '1:133 definition/option The option "source" has no meaning for the type List.',
  ],
  [
    "values of the database alone that something else gives",
    `  T: { source: t, key: [ID], columns: { ${ID}, C: { type: Number, readOnly: true, required: true, initialValue: 1 }, D: { type: ChangeCounter, readOnly: true, source: d } } }`,

    `1:96 definition/exclusive ${exclusive("readOnly", "required")}`,
    `1:112 definition/exclusive ${exclusive("readOnly", "initialValue")}`,
    '1:157 definition/option The option "readOnly" has no meaning for the type ChangeCounter.',
  ],
])("%s", (_, tables, ...errors) => {
  expect(errorsIn(tables)).toEqual(errors);
});

test("an action cannot set what the database alone gives, and may add a row whose key the database fills", () => {
  const tables = `  T: { source: t, key: [ID], columns: { ${ID}, C: { type: Number, readOnly: true } } }`;
  expect(
    errorsIn(
      tables,
      "actions:\n  S: { table: T, set: { C: 1 } }\n  A: { table: T, addRow: { table: T, set: {} } }\napp: { id: b }",
    ).filter((one) => /set/u.test(one)),
  ).toEqual([
    '5:25 definition/not-settable The column "C" cannot be set: only the database gives it its values.',
  ]);
});

test.each<[string, string, ...string[]]>([
  [
    "former names of tables and columns",
    `  T: { was: U, key: [ID], columns: { ID: { type: Text, was: Key }, B: { type: Text, was: b } } }
  V: { was: t, key: [ID], columns: { ID: { type: Text, was: Key } } }`,
  ],
  [
    "a table that there still is",
    `  T: { was: U, key: [ID], columns: { ${ID} } }
  U: { key: [ID], columns: { ${ID} } }`,

    '1:13 definition/was-declared "T" was "U" before, and there still is a table "U". (Remove the table "U", or take "was" from "T".)',
  ],
  [
    "a table by its own name",
    `  T: { was: T, key: [ID], columns: { ${ID} } }`,

    '1:13 definition/was-declared "T" was "T" before, and there still is a table "T". (Remove the table "T", or take "was" from "T".)',
  ],
  [
    "a column that there still is",
    `  T: { key: [ID], columns: { ${ID}, B: { type: Text, was: C }, C: { type: Text } } }`,

    '1:72 definition/was-declared "B" was "C" before, and there still is a column "C". (Remove the column "C", or take "was" from "B".)',
  ],
  [
    "a virtual column under the former name",
    `  T: { key: [ID], columns: { ${ID}, B: { type: Text, was: C }, C: { type: Text, virtual: true, formula: "[B]" } } }`,
  ],
  [
    "one former name of two tables and of two columns",
    `  T: { was: X, key: [ID], columns: { ${ID}, B: { type: Text, was: Y }, C: { type: Text, was: Y } } }
  U: { was: X, key: [ID], columns: { ${ID} } }`,

    '1:107 definition/same-was "B" and "C" both were "Y" before. (Keep one "was"; the other begins without values.)',
    '2:13 definition/same-was "T" and "U" both were "X" before. (Keep one "was"; the other begins without values.)',
  ],
  [
    "what is never stored, or not ours",
    `  T: { key: [ID], columns: { ${ID}, V: { type: Text, virtual: true, formula: "[ID]", was: W } } }
  U: { source: u, was: V, key: [ID], columns: { ID: { type: Text, was: Key } } }`,

    '1:99 definition/exclusive "virtual" and "was" exclude each other. (Keep one of them.)',
    '2:19 definition/exclusive "source" and "was" exclude each other. (Keep one of them.)',
    '2:67 definition/exclusive "source" and "was" exclude each other. (Keep one of them.)',
  ],
])("%s", (_, tables, ...errors) => {
  expect(errorsIn(tables)).toEqual(errors);
});
