import { expect, test } from "vitest";
import { loadRules } from "../decisions/index.ts";
import { createEngine, type EngineOptions } from "../engine/index.ts";
import { compile, defineFunction } from "../expression/index.ts";

/** Options as a program without types gives them. */
const unchecked = (options: unknown) => options as never;
const half = (declaration: object) =>
  compile("1", unchecked({ functions: [defineFunction(unchecked(declaration))] }));

test.each<[what: string, run: () => unknown, says: string]>([
  [
    "a scope",
    () => compile("1", unchecked({ colums: {} })),
    'The scope has no option "colums". Did you mean "columns"?',
  ],
  [
    "a scope that is none",
    () => compile("1", unchecked("columns")),
    "The scope takes its options as an object.",
  ],
  [
    "rules",
    () => loadRules("", unchecked({ readTables: 1 })),
    'loadRules has no option "readTables". Did you mean "readTable"?',
  ],
  [
    "a function that is none",
    () => compile("1", unchecked({ functions: ["x"] })),
    "functions[0] is no function: make it by defineFunction({ name, parameters, result, … }).",
  ],
  [
    "parameters that are no list",
    () => half({ name: "f", parameters: { a: "Number" }, result: "Number", formula: "1" }),
    'The parameters of F are a list, each with a name and a type: [{ name: "price", type: "Price" }].',
  ],
  [
    "a function without a result",
    () => half({ name: "f", formula: "1" }),
    'The function F needs the type of its "result", such as "Decimal".',
  ],
  [
    "code that is none",
    () => half({ name: "f", result: "Number", evaluate: "x" }),
    '"evaluate" of F is no function of the program.',
  ],
  [
    "a type that there is not",
    () => compile("1", { columns: { n: "Numbr" } }),
    'The column "n": "Numbr" is not a column type. Did you mean "Number"?',
  ],
  [
    "a type by the name that other languages have for it",
    () => compile("1", { columns: { n: "String" } }),
    'The column "n": "String" is not a column type. Did you mean "Text"?',
  ],
])("%s with a mistake is refused with what is meant", (_, run, says) => {
  expect(run).toThrow(new TypeError(says));
});

test("so are the options of an engine", async () => {
  const options: unknown = { definition: undefined, sercices: {} };
  await expect(createEngine(options as EngineOptions)).rejects.toThrow(
    new TypeError('createEngine has no option "sercices". Did you mean "services"?'),
  );
});

test("a column that is like none comes with the columns, where these are few", () => {
  const hintOf = (source: string, names: readonly string[]) =>
    compile(source, { columns: Object.fromEntries(names.map((name) => [name, "Text"])) }).diagnostics[0]
      ?.hint;
  expect(hintOf("[Qty]", ["Unit Price", "Discount"])).toBe('The columns are "Unit Price", "Discount".');
  expect(hintOf("[Discont]", ["Unit Price", "Discount"])).toBe('Did you mean "Discount"?');
  const many = Array.from({ length: 13 }, (_, at) => `Column ${at}`);
  expect(hintOf("[Qty]", many)).toBeUndefined();
  expect(hintOf("[Qty]", [])).toBeUndefined();
});
