import { expect, test } from "vitest";
import { columnTypes, loadDefinition } from "../../schema/index.ts";
import { describeNamed } from "./describe-app.ts";

/** A column of each type with what is described of it beyond its name; a Show column is in no row. */
const COLUMNS: readonly [type: string, members: string, told: object][] = [
  [
    "Text",
    "required: true, maxLength: 9, minLength: 2",
    { json: "string", required: true, minLength: 2, maxLength: 9 },
  ],
  [
    "LongText",
    "description: Long., sensitive: true",
    { json: "string", description: "Long.", sensitive: true },
  ],
  ["Name", "requiredIf: '[Yes/No]'", { json: "string", required: "expression" }],
  ["Email", "initialValue: USEREMAIL()", { json: "string", hasInitialValue: true, writable: true }],
  ["Phone", "", { json: "string", required: false, hasInitialValue: false }],
  ["Url", "", { json: "string" }],
  ["Address", "", { json: "string" }],
  ["Number", "min: -1, max: 9, step: 2", { json: "integer", min: -1, max: 9, step: 2 }],
  ["Decimal", "decimalDigits: 3", { json: "number", decimalDigits: 3 }],
  ["Percent", "max: 0.5", { json: "number", max: 0.5 }],
  ["Price", 'currency: "€"', { json: "number", currency: "€" }],
  ["Progress", "", { json: "string" }],
  ["Date", "min: 2024-02-29", { json: "string", min: "2024-02-29" }],
  ["Time", 'max: "17:30:00"', { json: "string", max: "17:30:00" }],
  ["DateTime", 'max: "2024-02-29T12:00:00"', { json: "string", max: "2024-02-29T12:00:00" }],
  ["Duration", 'min: "001:00:00"', { json: "string", min: "001:00:00" }],
  ["Yes/No", "", { json: "boolean" }],
  ["Enum", "itemType: Number, values: [1, 2]", { json: "integer", values: [1, 2] }],
  [
    "EnumList",
    "itemType: Date, values: [2024-01-01], allowOtherValues: true",
    { json: "array", items: "string", values: ["2024-01-01"], allowOtherValues: true },
  ],
  [
    "List",
    "itemType: Decimal, virtual: true, formula: 'LIST(1.5)'",
    { json: "array", items: "number", virtual: true },
  ],
  ["Ref", "table: Other, partOf: true", { json: "integer", table: "Other", partOf: true }],
  ["LatLong", "", { json: "string" }],
  ["XY", "", { json: "string" }],
  ["Image", "", { json: "string" }],
  ["Thumbnail", "", { json: "string" }],
  ["Drawing", "", { json: "string" }],
  ["Signature", "", { json: "string" }],
  ["File", "", { json: "string" }],
  ["Video", "", { json: "string" }],
  ["Color", "", { json: "string" }],
  ["ChangeCounter", "", { json: "integer", computed: true, virtual: false, writable: false }],
  ["ChangeTimestamp", "", { json: "string", computed: true, writable: false }],
  ["ChangeLocation", "", { json: "string", computed: true, writable: false }],
  ["App", "", { json: "string" }],
  ["Object", "fields: { a: Text }", { json: "object" }],
  ["Json", "", { json: "any" }],
  ["MultiColumnKey", "", { json: "string" }],
];

const { output, diagnostics } = loadDefinition(`
tablewright: 1
app: { id: all, name: All }
tables:
  Other: { key: [Id], columns: { Id: { type: Number } } }
  All:
    key: [Id]
    columns:
      Id: { type: Text }
      Loose: { type: Ref, table: All, onDelete: clear }
${COLUMNS.map(([type, members]) => `      ${type}: { type: ${type}${members && `, ${members}`} }`).join("\n")}
`);
if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
const columns = describeNamed(output, "All")?.columns ?? [];

test("every column type is among these, but for Show", () => {
  const names = columnTypes.map(({ name }) => name).filter((name) => name !== "Show");
  expect(COLUMNS.map(([type]) => type).sort()).toEqual(names.sort());
});

test.each(COLUMNS)("%s { %s }", (type, _, told) => {
  expect(columns.find(({ name }) => name === type)).toMatchObject({
    type,
    key: false,
    label: false,
    ...told,
  });
});

test("what becomes of a row when the one that its Ref points at is deleted", () => {
  expect(columns.find(({ name }) => name === "Loose")).toMatchObject({ table: "All", onDelete: "clear" });
});

test("what is not said is not there", () => {
  expect(columns.find(({ name }) => name === "Phone")).toEqual({
    name: "Phone",
    type: "Phone",
    json: "string",
    key: false,
    label: false,
    required: false,
    hasInitialValue: false,
    virtual: false,
    computed: false,
    writable: true,
  });
});

test("a key is never blank, and calls its rows where nothing else does", () => {
  expect(columns[0]).toMatchObject({ name: "Id", key: true, label: true, required: true });
});

test("the key of a database's own table may be left out of an Add, because the database may give it", () => {
  const { output: theirs } = loadDefinition(`
tablewright: 1
app: { id: theirs, name: Theirs }
tables:
  Films: { source: film, key: [Film], columns: { Film: { type: Number }, Title: { type: Text, required: true } } }
`);
  const [film, title] = (theirs && describeNamed(theirs, "Films")?.columns) ?? [];
  expect([film, title]).toMatchObject([
    { required: true, hasInitialValue: true },
    { required: true, hasInitialValue: false },
  ]);
});

test("the columns that list the rows pointing here", () => {
  const other = describeNamed(output, "other");
  expect(other?.columns.at(-1)).toMatchObject({
    name: "Related Alls",
    json: "array",
    items: "string",
    table: "All",
    virtual: true,
    writable: false,
  });
});
