/** What programs in JavaScript hand in that has another form than the types say: a TypeError in a sentence, or a diagnostic. */
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { defineRules, loadRules } from "../src/decisions/index.ts";
import {
  compile,
  complete,
  describe as describeFunction,
  ExpressionError,
  format,
  scopeFrom,
} from "../src/expression/index.ts";
import { loadDefinition } from "../src/index.ts";

const RULES = `tablewright: 1
rules: { id: r }
facts: { tier: Text }
decisions: { Discount: { type: Text, formula: "[tier]" } }`;
const { output: rules } = loadRules(RULES);
const functions = { AX: () => 1 } as never;
const nothing = undefined as never;

describe("a sentence tells of", () => {
  test.each<[what: string, work: () => unknown, says: string]>([
    [
      "rules that are an object",
      () => loadRules({} as never),
      "loadRules takes a definition as a text, and was given an object.",
    ],
    [
      "no rules",
      () => loadRules(nothing),
      "loadRules takes a definition as a text, and was given undefined.",
    ],
    [
      "no definition",
      () => loadDefinition(nothing),
      "loadDefinition takes a definition as a text, and was given undefined.",
    ],
    [
      "rules as a text",
      () => defineRules(RULES as never),
      "defineRules takes a definition as an object, and was given a string. loadRules takes a text.",
    ],
    [
      "no expression",
      () => compile(nothing),
      "compile takes an expression as a text, and was given undefined.",
    ],
    [
      "an expression that is a number",
      () => compile(5 as never),
      "compile takes an expression as a text, and was given a number.",
    ],
    [
      "nothing to complete",
      () => complete(nothing, 0),
      "complete takes an expression as a text, and was given undefined.",
    ],
    [
      "nothing to describe",
      () => describeFunction(nothing),
      "describe takes the name of a function as a text, and was given undefined.",
    ],
    [
      "facts that are no list",
      () => rules?.decideMany({} as never),
      "decideMany takes a list of facts, and was given an object.",
    ],
    [
      "functions by name",
      () => compile("AX()", { functions }),
      "functions is a list: [defineFunction({ name, parameters, result, … })].",
    ],
    [
      "functions of rules by name",
      () => loadRules(RULES, { functions }),
      "functions is a list: [defineFunction({ name, parameters, result, … })].",
    ],
    [
      "functions of a definition by name",
      () => loadDefinition("", { functions }),
      "functions is a list: [defineFunction({ name, parameters, result, … })].",
    ],
    [
      "no options of a definition",
      () => loadDefinition("", null as never),
      "loadDefinition takes its options as an object.",
    ],
    [
      "an option of a definition",
      () => loadDefinition("", { fle: "x" } as never),
      'loadDefinition has no option "fle". Did you mean "file"?',
    ],
    [
      "functions of a definition that are null",
      () => loadDefinition("", { functions: null as never }),
      "functions is a list: [defineFunction({ name, parameters, result, … })].",
    ],
    [
      "rules with a bigint",
      () => defineRules({ x: 1n } as never),
      "The rules have no JSON form: they hold a bigint, or themselves.",
    ],
    [
      "nothing to format",
      () => format(nothing),
      "format takes an expression as a text, and was given undefined.",
    ],
    [
      "options of format",
      () => format("[A]", 5 as never),
      "format takes a list of names of tables, and was given a number.",
    ],
    [
      "a table's name that is none",
      () => format("[A]", [5] as never),
      "format takes the name of a table as a text, and was given a number.",
    ],
    [
      "rows of filter that are one object",
      () => compile("TRUE").filter({} as never),
      "filter takes a list of rows, and was given an object.",
    ],
    [
      "no rows of map",
      () => compile("TRUE").map(null as never),
      "map takes a list of rows, and was given null.",
    ],
    [
      "a row in the place of a context",
      () => compile("[A]", { columns: { A: "Number" } }).evaluate({ A: 3 } as never),
      'The context has no member "A"; put columns into "row": { row: { … } }.',
    ],
    [
      "a row in the place of what rows share",
      () => compile("[A]", { columns: { A: "Number" } }).bind({ A: 3 } as never),
      'The context has no member "A".',
    ],
    [
      "a misspelt member of a context",
      () => rules?.decide({}, { Now: "2026-03-14" } as never),
      'The context has no member "Now". Did you mean "now"?',
    ],
    [
      "a misspelt choice of outputs",
      () => rules?.explain({}, { output: ["Discount"] } as never),
      'The context has no member "output". Did you mean "outputs"?',
    ],
    [
      "a limit that there is not",
      () => rules?.decide({}, { limits: { feul: 1 } } as never),
      '"limits" of the context has no option "feul". Did you mean "fuel"?',
    ],
    [
      "a table that is none",
      () => compile("1", { tables: { T: null as never } }),
      '"tables.T" of the scope is null, and an object such as { key: "Id", columns: { Id: "Number" } } is expected.',
    ],
    [
      "a schema that is a text",
      () => scopeFrom("x" as never),
      "scopeFrom takes a schema of objects, of zod or a JSON Schema, and was given a string.",
    ],
    [
      "no schema",
      () => scopeFrom(nothing),
      "scopeFrom takes a schema of objects, of zod or a JSON Schema, and was given undefined.",
    ],
    [
      "a field of zod that JSON has no form for",
      () => scopeFrom(z.object({ lines: z.array(z.object({ size: z.bigint() })) })),
      'The schema at "/lines/items/size" is no type of a column: it is a bigint of zod.',
    ],
  ])("%s", (_, work, says) => {
    expect(work).toThrow(new TypeError(says));
  });
});

test("a context is checked again when an expression was evaluated before", async () => {
  const compiled = compile("[A]", { columns: { A: "Number" } });
  expect(compiled.evaluate({ row: { A: 3 } })).toBe(3);
  expect(() => compiled.evaluate({ A: 3 } as never)).toThrow('The context has no member "A"');
  expect(() => compiled.evaluate({ row: { A: 3 }, Now: 1 } as never)).toThrow('Did you mean "now"?');
  expect(rules?.decide({ tier: "gold" }).outputs).toEqual({ Discount: "gold" });
  expect(() => rules?.decide({}, { user: {}, Now: 1 } as never)).toThrow('The context has no member "Now"');
  const refused = /^(filter|map)Async takes a list of rows, and was given a number\.$/;
  await expect(compiled.mapAsync(5 as never)).rejects.toThrow(refused);
  await expect(compile("TRUE").filterAsync(5 as never)).rejects.toThrow(refused);
});

test("a clock that is none is an error of an explanation", () => {
  expect(rules?.explain({ tier: "gold" }, { clock: null as never }).diagnostics).toMatchObject([
    { code: "run/unreadable-input", message: 'null in "clock" cannot be read as a function.' },
  ]);
});

test("a path without brackets is told with all of its brackets", () => {
  const columns = {
    customer: { type: "Object", fields: { home: { type: "Object", fields: { city: "Text" } } } },
  };
  expect(compile("[customer].home.city", { columns }).diagnostics[0]?.hint).toBe("Write [home].[city].");
  expect(compile("[customer.home.city]", { columns }).diagnostics[0]?.hint).toBe(
    "Write [customer].[home].[city].",
  );
});

test("a date of zod is a DateTime", () => {
  const Order = z.object({ placed: z.date(), due: z.date().nullable() });
  const scope = scopeFrom(Order);
  const row = { placed: new Date("2026-03-14T15:09:26Z"), due: null };
  expect(compile("[placed]", scope).evaluate({ row })).toBe("2026-03-14T15:09:26");
  expect(compile("ISBLANK([due])", scope).evaluate({ row })).toBe(true);
});

test("wanted outputs that are no list are one error", () => {
  expect(rules?.decide({}, { outputs: "Discount" as never }).diagnostics).toMatchObject([
    { code: "run/unreadable-input", message: '"Discount" in "outputs" cannot be read as a list of names.' },
  ]);
  expect(rules?.decide(nothing).diagnostics).toMatchObject([
    { message: "The facts are undefined, and an object of facts by name is expected." },
  ]);
});

test("a parameter that is not bound is blank, and an error in a strict scope", () => {
  const columns = { price: "Price" } as const;
  const source = "[price] > [_PARAM].[least]";
  expect(compile(source, { columns }).filter([{ price: 5 }])).toEqual([]);
  const strict = compile(source, { columns, strict: true });
  expect(strict.filter([{ price: 5 }], { parameters: { least: 1 } })).toHaveLength(1);
  expect(strict.filter([{ price: 5 }], { parameters: { least: null } })).toEqual([]);
  for (const work of [() => strict.filter([{ price: 5 }]), () => strict.evaluate({ row: { price: 5 } })])
    expect(work).toThrow(
      expect.objectContaining({
        code: "run/missing-value",
        message: 'No value was given for "least".',
        start: 10,
      }),
    );
  expect(() => strict.filter([{ price: 5 }])).toThrow(ExpressionError);
});
