/** Objects and lists of objects: what each of these expressions gives, by every evaluator. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, ExpressionError } from "../src/expression/index.ts";
import type { EvaluationContext, Scope } from "../src/expression/parts.ts";
import type { JsonValue } from "../src/values/index.ts";
import { compileByReference } from "./evaluate-by-reference.ts";

const scope: Scope = {
  types: {
    Line: { sku: "Text", price: "Price", quantity: "Number", parts: { type: "List", itemType: "Text" } },
    Home: { city: "Text", since: "Date" },
  },
  columns: {
    customer: { type: "Object", fields: { name: "Text", tier: "Text", home: "Home", "a.b": "Number" } },
    lines: "List of Line",
    other: { type: "List", of: "Line" },
    numbers: { type: "List", itemType: "Number" },
    limit: "Number",
  },
};

const row = {
  customer: { name: "Ann", tier: "Gold", home: { city: "Oslo", since: "2024-05-06" }, "a.b": 7, age: 40 },
  lines: [
    { sku: "a", price: 2.5, quantity: 2, parts: ["x", "y"] },
    { sku: "b", price: 10, quantity: 1 },
    { sku: "B", price: 10, quantity: 1 },
    null,
  ],
  other: [{ sku: "A", price: 2.5, quantity: 2, parts: ["X", "Y"] }],
  numbers: [1, 5, 2],
  limit: 3,
};

const line = (sku: string, price: number, quantity: number, parts: string[] = []) => ({
  ...{ sku, price, quantity, parts },
});
const [a, b, B] = [line("a", 2.5, 2, ["x", "y"]), line("b", 10, 1), line("B", 10, 1)];
const none = { sku: null, price: null, quantity: null, parts: [] };

test.each<[string, JsonValue]>([
  ["[customer].[tier]", "Gold"],
  ["[customer].[home].[city]", "Oslo"],
  ["[customer].[a.b]", 7],
  ["YEAR([customer].[home].[since])", 2024],
  ["[lines][price]", [2.5, 10, 10, null]],
  ["[lines].[sku]", ["a", "b", "B", null]],
  ["SUM(MAP([lines], [price] * [quantity]))", 25],
  ["SUM(SELECT([lines][price], [quantity] > 1))", 2.5],
  ["SELECT([lines][price], [price] > 5, TRUE)", [10]],
  ["COUNT([lines])", 4],
  ["ISBLANK(INDEX([lines], 4))", false],
  ["ISBLANK(INDEX([lines], 5))", true],
  ["FILTER([lines], [price] > 5)", [b, B]],
  ["ANY(FILTER([lines], [price] > 5)).[sku]", "b"],
  ["ANY(FILTER([lines], [price] > 50)).[sku]", null],
  ['MAXROW([lines], "price")', b],
  ['MINROW([lines], "price", [quantity] = 1).[sku]', "b"],
  ['MAXROW([lines], "price", [price] > 50)', null],
  ["ORDERBY([lines], [price], TRUE, [sku], TRUE)[sku]", ["b", "B", "a", null]],
  ["TOP(ORDERBY([lines], [sku]), 2)", [none, a]],
  ["INDEX([lines], 2).[sku]", "b"],
  ["UNIQUE([lines])[sku]", ["a", "b", null]],
  ["IN(ANY([other]), [lines])", true],
  ["ANY([other]) = ANY([lines])", true],
  ["INDEX([lines], 2) <> ANY([lines])", true],
  ["[lines] - [other]", [b, none]],
  ["INTERSECT([lines], [other])", [a]],
  ["[customer] = [customer]", true],
  ["ISBLANK([customer].[home].[since])", false],
  ["COUNT(FILTER([lines], IN([sku], LIST('A', 'B'))))", 3],
  ["COUNT(SELECT([lines][sku], IN('x', [parts])))", 1],
  ["MAP([lines], [sku] & [_THISROW].[customer].[name])", ["aAnn", "bAnn", "BAnn", "Ann"]],
  ["MAP([lines], COUNT(FILTER([_THISROW].[lines], [price] > [_THISROW-1].[price])))", [2, 0, 0, 0]],
  ["MAP([lines], COUNT([parts]))", [2, 0, 0, 0]],
  ["MAP([lines], [_ITEM])", [a, b, B, none]],
  ["MAP([lines], [_ITEM].[price])", [2.5, 10, 10, null]],
  ["FILTER([numbers], [_ITEM] > [_THISROW].[limit])", [5]],
  ["MAP([numbers], [_ITEM] * [_ITEM])", [1, 25, 4]],
  ["ORDERBY([numbers], 0 - [_ITEM])", [5, 2, 1]],
  ["LIST([customer], [customer])[name]", ["Ann", "Ann"]],
  ["IF([limit] > 1, [customer], ANY(LIST([customer]))).[name]", "Ann"],
  ["LET(total, SUM([lines][price]), total * 2 + [limit])", 48],
  ["LET(best, MAXROW([lines], 'price'), best.[sku] & best.[quantity])", "b1"],
  ["LET(most, [limit], COUNT(FILTER([numbers], [_ITEM] > most)))", 1],
  ['"" & ANY([other])', '{"sku":"A","price":2.5,"quantity":2,"parts":["X","Y"]}'],
  ["ANY([other])", line("A", 2.5, 2, ["X", "Y"])],
])("%s", (source, answer) => {
  const compiled = compile(source, scope);
  expect(compiled.diagnostics).toEqual([]);
  expect(compiled.evaluate({ row })).toEqual(answer);
  expect(compileByReference(source, scope)({ row })).toEqual(answer);
  expect(compiled.map([row, {}]).at(0)).toEqual(answer);
});

test.each<[string, string, string?]>([
  ["[customer].[teir]", "name/unknown-column", 'Did you mean "tier"?'],
  ["[customer].[home].[citty]", "name/unknown-column", 'Did you mean "city"?'],
  ["FILTER([lines], [prise] > 1)", "name/unknown-column", 'Did you mean "price"?'],
  ['MAXROW([lines], "prise")', "name/unknown-column", 'Did you mean "price"?'],
  ["[customer] < [customer]", "type/compare"],
  ["[customer] = ANY([lines])", "type/compare"],
  ["[customer] + 1", "type/operator"],
  ["MAX([lines])", "type/argument"],
  ["MAP([numbers], [_THISROW].[lines])", "type/argument"],
  ["MAP([limit], 1)", "type/rows-expected"],
  ["[numbers].[x]", "type/not-a-ref"],
  ["[_ITEM]", "name/unknown-column"],
  ["LET(one, 1)", "call/unpaired-arguments"],
])("%s is refused", (source, code, hint) => {
  const [first, ...others] = compile(source, scope).diagnostics;
  expect([first?.code, others]).toEqual([code, []]);
  if (hint !== undefined) expect(first?.hint).toBe(hint);
});

test.each<[string, object, string]>([
  ["a member", { customer: { home: { since: "yesterday" } } }, '"yesterday" in "customer/home/since"'],
  ["an item", { lines: [{}, { price: "much" }] }, '"much" in "lines/1/price"'],
  ["an object for a list", { lines: { sku: "a" } }, '{"sku":"a"} in "lines"'],
  ["a list for an object", { customer: [] }, '[] in "customer"'],
  ["an object for a text", { customer: { name: {} } }, '{} in "customer/name"'],
])("%s of another form is named by its place", (_, wrong, said) => {
  const compiled = compile("TEXT(COUNT([lines])) & TEXT([customer])", scope);
  const evaluate = () => compiled.evaluate({ row: wrong });
  expect(evaluate).toThrow(ExpressionError);
  expect(evaluate).toThrow(`${said} cannot be read as`);
});

describe("of an object only the fields that are read must have their form", () => {
  const row = {
    customer: { name: {}, tier: "gold", home: { city: "Bonn", since: "yesterday" } },
    lines: [{ sku: {}, price: 2, quantity: 3 }, null, { sku: [], price: 5, quantity: 1 }],
  };

  test.each<[string, unknown]>([
    ["[customer].[tier]", "gold"],
    ["[customer].[home].[city]", "Bonn"],
    ["SUM([lines][price])", 7],
    ["SUM(SELECT([lines][price], [quantity] > 1))", 2],
    ["SUM(MAP(FILTER([lines], [quantity] > 0), [price] * [quantity]))", 11],
    ['MAXROW([lines], "price").[quantity]', 1],
    ["SUM(MAP(ORDERBY([lines], [quantity]), [price]))", 7],
    ["COUNT([lines][price])", 3],
  ])("%s", (source, value) => {
    const compiled = compile(source, scope);
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.evaluate({ row })).toBe(value);
    expect(compiled.map([row, row])).toEqual([value, value]);
  });

  test.each([
    "[customer]",
    "[customer].[home]",
    "UNIQUE([lines])",
    "COUNT(UNIQUE([lines]))",
    "INDEX(ORDERBY([lines], [price], TRUE), 1).[quantity]",
    "IF(TRUE, [customer], [customer]).[tier]",
  ])("%s reads all of them", (source) => {
    expect(() => compile(source, scope).evaluate({ row })).toThrow("cannot be read as");
  });

  test("an item that a scan looks at is named by its place", () => {
    const { evaluate } = compile("SUM(SELECT([lines][price], [quantity] > 1))", scope);
    const wrong = {
      lines: [
        { price: 1, quantity: 2 },
        { price: 1, quantity: "many" },
      ],
    };
    expect(() => evaluate({ row: wrong })).toThrow('"many" in "lines/1/quantity" cannot be read as');
    expect(() => evaluate({ row: { lines: [5] } })).toThrow('"5" in "lines/0" cannot be read as');
    expect(() => evaluate({ row: { lines: "a" } })).toThrow('"a" in "lines" cannot be read as');
  });

  test("a scan tells its items from those of a scan within it", () => {
    const source =
      "SUM(MAP([lines], [price] * COUNT(FILTER([_THISROW].[lines], [quantity] >= [_THISROW-1].[quantity]))))";
    const lines = [
      { price: 1, quantity: 1 },
      { price: 10, quantity: 2 },
      { price: 100, quantity: 2 },
    ];
    expect(compile(source, scope).evaluate({ row: { lines } })).toBe(1 * 3 + 10 * 2 + 100 * 2);
  });
});

describe("what an object inherits is no member of it", () => {
  class Customer {
    readonly name = "Ann";
    get tier() {
      return "Gold";
    }
  }

  test.each<[string, object, JsonValue]>([
    ["a getter of its class", new Customer(), ["Ann", null]],
    ["of no prototype", Object.assign(Object.create(null), { tier: "Gold" }), [null, "Gold"]],
  ])("%s", (_, customer, answer) => {
    const source = "LIST([customer].[name], [customer].[tier])";
    expect(compile(source, scope).evaluate({ row: { customer } })).toEqual(answer);
  });

  test("members of every object", () => {
    const named: Scope = {
      columns: { it: { type: "Object", fields: { constructor: "Text", ["__proto__"]: "Text" } } },
    };
    const it = JSON.parse('{"__proto__": "own"}');
    const evaluate = (given: unknown) =>
      compile("[it]", named).evaluate({ row: { it: given } } as EvaluationContext);
    expect(JSON.stringify(evaluate(it))).toBe('{"constructor":null,"__proto__":"own"}');
    expect(JSON.stringify(evaluate({}))).toBe('{"constructor":null,"__proto__":null}');
  });
});

test.each<[string, Scope]>([
  ["has no fields", { columns: { it: "Object" } }],
  ["holds itself", { types: { A: { a: "B" }, B: { b: "List of A" } }, columns: { it: "A" } }],
  ["has the name of another", { types: { Text: { a: "Number" } }, columns: { it: "Text" } }],
  ["is unknown", { types: { A: { a: "B" } }, columns: { it: "A" } }],
])("a type that %s is a TypeError", (_, wrong) => {
  expect(() => compile("1", wrong)).toThrow(TypeError);
});

/** More: `TABLEWRIGHT_EXPRESSIONS=300000 npm test -- conformance/objects`, with the seed `TABLEWRIGHT_SEED` or one that is printed. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;

const seed = asked === undefined ? 20_261_127 : Number(process.env.TABLEWRIGHT_SEED ?? Date.now() % 2 ** 31);

test("random expressions about random objects are what the reference evaluator gives", () => {
  fc.assert(
    fc.property(arbitraryNested(), arbitraryRow(), (source, given) => {
      const compiled = compile(source, scope);
      expect([source, compiled.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([
        source,
        [],
      ]);
      expect([source, compiled.evaluate({ row: given })]).toEqual([
        source,
        compileByReference(source, scope)({ row: given }),
      ]);
    }),
    { numRuns: Number(asked ?? 600), seed },
  );
  if (asked !== undefined) console.log(`${asked} expressions about objects, seed ${seed}`);
}, 3_600_000);

function arbitraryRow(): fc.Arbitrary<object> {
  const or = (one: fc.Arbitrary<unknown>) => fc.option(one, { freq: 5 });
  const member = {
    sku: or(fc.constantFrom("a", "A", "b", "é", "")),
    price: or(fc.constantFrom(0, 0.1, 0.2, 2.5, -3)),
    quantity: or(fc.constantFrom(0, 1, 2, -1)),
    parts: or(fc.array(fc.constantFrom("x", "X", "y"), { maxLength: 3 })),
  };
  const lines = fc.array(or(fc.record(member, { requiredKeys: [] })), { maxLength: 4 });
  const home = fc.record({ city: or(fc.constantFrom("Oslo", "oslo", "Rome")) }, { requiredKeys: [] });
  const customer = fc.record(
    { name: or(member.sku), tier: or(member.sku), home: or(home) },
    { requiredKeys: [] },
  );
  return fc.record(
    {
      customer: or(customer),
      lines,
      other: lines,
      numbers: fc.array(member.quantity, { maxLength: 4 }),
      limit: member.quantity,
    },
    { requiredKeys: [] },
  );
}

/** Expressions that check, about the row or, within a scan, about a line. */
function arbitraryNested(): fc.Arbitrary<string> {
  const { yesNo } = fc.letrec<
    Record<"number" | "text" | "yesNo" | "lines" | "ofLine" | "isLine" | "textOfLine", string>
  >((tie) => ({
    number: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc.constantFrom(
        "[_THISROW].[limit]",
        "2",
        "SUM([_THISROW].[lines][price])",
        "COUNT([_THISROW].[other])",
      ),
      fc.tuple(tie("lines"), tie("ofLine")).map(([list, value]) => `SUM(MAP(${list}, ${value}))`),
      tie("lines").map((list) => `COUNT(${list})`),
      fc.tuple(tie("lines"), tie("isLine")).map(([list, is]) => `SUM(SELECT(${list}[price], ${is}))`),
      fc.tuple(tie("lines"), tie("isLine")).map(([list, is]) => `MINROW(${list}, "quantity", ${is}).[price]`),
      fc
        .tuple(tie("number"), tie("number"), tie("number"))
        .map(([x, y, z]) => `LET(n, ${x}, IF(n > ${y}, n + 1, ${z}))`),
      fc
        .tuple(tie("number"), fc.constantFrom("+", "*", "-"), tie("number"))
        .map(([x, sign, y]) => `(${x} ${sign} ${y})`),
    ),
    text: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc.constantFrom("[_THISROW].[customer].[tier]", "[_THISROW].[customer].[home].[city]", '"a"'),
      tie("lines").map((list) => `INDEX(${list}, 2).[sku]`),
      fc
        .tuple(tie("lines"), tie("textOfLine"))
        .map(([list, value]) => `TEXTJOIN("-", TRUE, UNIQUE(MAP(${list}, ${value})))`),
    ),
    yesNo: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc
        .tuple(tie("number"), fc.constantFrom("<", "=", ">="), tie("number"))
        .map((parts) => `(${parts.join(" ")})`),
      fc
        .tuple(tie("text"), fc.constantFrom("<", "=", "<>"), tie("text"))
        .map((parts) => `(${parts.join(" ")})`),
      fc.tuple(tie("lines"), tie("lines")).map(([x, y]) => `IN(ANY(${x}), ${y})`),
      fc.tuple(tie("lines"), tie("lines")).map(([x, y]) => `(${x} = ${y})`),
      fc.tuple(tie("yesNo"), tie("yesNo")).map((parts) => `AND(${parts.join(", ")})`),
    ),
    lines: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc.constantFrom("[_THISROW].[lines]", "[_THISROW].[other]"),
      fc.tuple(tie("lines"), tie("isLine")).map(([list, is]) => `FILTER(${list}, ${is})`),
      fc
        .tuple(tie("lines"), tie("ofLine"), fc.boolean())
        .map(([list, by, down]) => `ORDERBY(${list}, ${by}, ${down ? "TRUE" : "FALSE"})`),
      fc.tuple(tie("lines"), fc.nat({ max: 3 })).map(([list, most]) => `TOP(${list}, ${most})`),
      tie("lines").map((list) => `UNIQUE(${list})`),
      fc.tuple(tie("lines"), fc.constantFrom("+", "-"), tie("lines")).map((parts) => `(${parts.join(" ")})`),
    ),
    ofLine: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc.constantFrom("[price]", "[quantity]", "[_ITEM].[price]", "COUNT([parts])"),
      tie("number"),
      fc.tuple(tie("ofLine"), tie("ofLine")).map(([x, y]) => `(${x} * ${y})`),
      tie("lines").map((list) => `COUNT(FILTER(${list}, [price] > [_THISROW-1].[price]))`),
    ),
    textOfLine: fc.oneof(fc.constantFrom("[sku]", "TEXT([price])", "[_ITEM].[sku]"), tie("text")),
    isLine: fc.oneof(
      { maxDepth: 4, depthIdentifier: "nested" },
      fc.constantFrom("[price] > 1", "[sku] = 'a'", "IN('x', [parts])", "ISBLANK([price])", "TRUE"),
      fc
        .tuple(tie("ofLine"), fc.constantFrom("<", "=", ">"), tie("ofLine"))
        .map((parts) => `(${parts.join(" ")})`),
      tie("yesNo"),
      fc.tuple(tie("lines")).map(([list]) => `IN([_ITEM], ${list})`),
    ),
  }));
  return yesNo;
}
