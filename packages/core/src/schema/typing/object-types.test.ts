import { expect, test } from "vitest";
import { everyTable, typeName } from "../../expression/parts.ts";
import { loadDefinition } from "../index.ts";

function load(columns: string, types = "") {
  return loadDefinition(`
tablewright: 1
app: { id: a, name: A }
types: { ${types} }
tables:
  T:
    key: [Id]
    columns:
      Id: { type: Text }
      ${columns}
`);
}

/** Each type with a field of the next. */
function chainOfTypes(count: number): string {
  const types = Array.from({ length: count }, (_, index) => `T${index}: { a: T${index + 1} }`);
  return [...types, `T${count}: { a: Text }`].join(", ");
}

test("fields are of every type, named ones and lists among them", () => {
  const { output } = load(
    "C: { type: Object, of: Order }",
    "Line: { price: { type: Price, currency: '€' }, tags: { type: List, itemType: Date } }, " +
      "Order: { lines: List of Line, first: { type: Object, of: Line }, best: Line, marks: { type: List, of: { type: List, of: Number } } }",
  );
  const type = output?.tables.get("T")?.columns[1]?.type;
  if (type?.kind !== "Object") throw new Error("no object");
  expect(type.shape.columns.map((field) => `${field.name}: ${typeName(field.type, everyTable)}`)).toEqual([
    "lines: List of Line",
    "first: Line",
    "best: Line",
    "marks: List of List of Number",
  ]);
});

test("a column names its object type, or a list of it, as a field does", () => {
  const { output, diagnostics } = load(
    "A: { type: Line }\n      B: { type: List of Line }\n      C: { type: List of Decimal }\n      S: { type: Price, formula: 'SUM([B][price])' }",
    "Line: { price: Price }",
  );
  expect(diagnostics).toEqual([]);
  const columns = output?.tables.get("T")?.columns ?? [];
  expect(columns.map(({ name, type }) => `${name}: ${typeName(type, everyTable)}`)).toEqual([
    ...["Id: Text", "A: Line", "B: List of Line", "C: List of Decimal", "S: Price"],
  ]);
});

test("what a column is meant to be is suggested, the types of the definition among it", () => {
  const hints = (column: string) =>
    load(column, "Line: { price: Price }").diagnostics.map(({ hint }) => hint);
  expect(hints("A: { type: List of Lin }")).toEqual(['Did you mean "Line"?']);
  expect(hints("A: { type: Lime }")).toEqual(['Did you mean "Line"?']);
});

test.each<[what: string, columns: string, types: string, code: string, member: string]>([
  [
    "a field of no type",
    "C: { type: Object, fields: { a: Txt } }",
    "",
    "definition/unknown-type",
    "fields.a",
  ],
  ["an item of no type", "C: { type: List, of: Txt }", "", "definition/unknown-type", "C.of"],
  ["a named type of no type", "", "L: { a: { type: Pric } }", "definition/unknown-type", "types.L.a.type"],
  ["a field that refers", "", "L: { a: Ref }", "definition/unknown-type", "types.L.a"],
  ["a type that holds itself", "", "L: { a: M }, M: { b: List of L }", "definition/wrong-value", "types.M.b"],
  [
    "types that go too deep",
    "",
    `L: { a: "${"List of ".repeat(100)}Number" }`,
    "definition/wrong-value",
    "types.L.a",
  ],
  ["a chain of too many types", "", chainOfTypes(3_000), "definition/wrong-value", "types.T"],
  [
    "a choice of lists",
    "C: { type: Object, fields: { a: { type: Enum, itemType: List } } }",
    "",
    "definition/unknown-type",
    "fields.a.itemType",
  ],
  ["a type called as another", "", "Price: { a: Text }", "definition/reserved-name", "types.Price"],
  ["an object without fields", "C: { type: Object }", "", "definition/missing-member", "C"],
  [
    "a field with fields of its own kind",
    "C: { type: Object, fields: { a: { type: Object } } }",
    "",
    "definition/missing-member",
    "fields.a",
  ],
  ["fields of alike names", "", "L: { a: Text, A: Text }", "definition/similar-names", "types.L.A"],
  [
    "a field that expressions read as something else",
    "",
    "L: { _Item: Text }",
    "definition/reserved-name",
    "types.L._Item",
  ],
  ["an object as the key", "C: { type: Object, fields: { a: Text }, key: true }", "", "definition/", "C"],
  [
    "bounds that no value meets",
    "C: { type: Object, fields: { a: { type: Number, min: 5, max: 1 } } }",
    "",
    "definition/wrong-value",
    "a.max",
  ],
  [
    "bounds of a text",
    "C: { type: Object, fields: { a: { type: Text, min: 1 } } }",
    "",
    "definition/option",
    "a.min",
  ],
  [
    "an index on a date",
    "C: { type: Object, fields: { a: { type: Date, index: true } } }",
    "",
    "definition/option",
    "a.index",
  ],
  [
    "an index on JSON",
    "C: { type: Object, fields: { a: { type: Json, index: true } } }",
    "",
    "definition/option",
    "a.index",
  ],
  ["values of a number", "", "L: { a: { type: Number, values: [a] } }", "definition/option", "L.a.values"],
  ["fields of a Text", "C: { type: Text, fields: { a: Text } }", "", "definition/option", "C.fields"],
])("%s is refused", (_, columns, types, code, member) => {
  const { diagnostics } = load(columns, types);
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  expect(first?.code).toContain(code);
  expect(first?.member).toContain(member);
});

test("values of a field that are the same are warned of", () => {
  const { diagnostics } = load("C: { type: Object, fields: { a: { type: Text, values: [x, y, X] } } }", "");
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ["definition/same-value", "warning"],
  ]);
});
