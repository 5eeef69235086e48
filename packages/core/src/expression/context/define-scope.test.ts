import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { compile, defineScope, scopeFrom } from "../index.ts";

describe("a scope from a const object", () => {
  const scope = defineScope({
    types: { Line: { sku: "Text", price: "Price", quantity: "Number" } },
    columns: {
      tier: { type: "Enum", values: ["none", "gold"] },
      placed: "Date",
      lines: "List of Line",
    },
    result: "Decimal",
  });

  test("types the rows and the value", () => {
    const total = compile("SUM(MAP([lines], [price] * [quantity]))", scope);
    const row = { tier: "gold", lines: [{ price: 2.5, quantity: 2 }], placed: new Date(0) } as const;
    expectTypeOf(total.evaluate({ row })).toEqualTypeOf<number | null>();
    expect(total.evaluate({ row })).toBe(5);
    expect(total.map([row, {}])).toEqual([5, 0]);
    type Row = NonNullable<NonNullable<Parameters<typeof total.evaluate>[0]>["row"]>;
    expectTypeOf<Row["tier"]>().toEqualTypeOf<"none" | "gold" | null | undefined>();
    expectTypeOf<Row["placed"]>().toEqualTypeOf<string | Date | null | undefined>();
    // @ts-expect-error: a tier that the scope does not know
    total.bind()({ tier: "silver" });
  });
});

describe("a scope from a schema", () => {
  const Line = z.object({ sku: z.string(), price: z.number(), quantity: z.int().min(1) });
  const Order = z.object({
    id: z.uuid(),
    mail: z.email(),
    placed: z.iso.date(),
    at: z.iso.datetime().nullable(),
    tier: z.enum(["none", "gold"]).default("none"),
    isPaid: z.boolean().optional(),
    customer: z.object({ home: z.object({ city: z.string().nullish() }) }),
    lines: z.array(Line),
    tags: z.array(z.string()),
  });

  test("of zod has its properties as columns, and its type for rows", () => {
    const scope = scopeFrom(Order, { result: "Decimal" });
    expect(scope.columns).toEqual({
      id: { type: "Text" },
      mail: { type: "Email" },
      placed: { type: "Date" },
      at: { type: "DateTime" },
      tier: { type: "Enum", values: ["none", "gold"] },
      isPaid: { type: "Yes/No" },
      customer: { type: "Object", fields: { home: { type: "Object", fields: { city: { type: "Text" } } } } },
      lines: {
        type: "List",
        of: {
          type: "Object",
          fields: { sku: { type: "Text" }, price: { type: "Decimal" }, quantity: { type: "Number" } },
        },
      },
      tags: { type: "List", of: { type: "Text" } },
    });
    const compiled = compile('IF([customer].[home].[city] = "oslo", SUM([lines][price]), 0)', scope);
    type Row = NonNullable<NonNullable<Parameters<typeof compiled.evaluate>[0]>["row"]>;
    expectTypeOf<Row>().toEqualTypeOf<z.infer<typeof Order>>();
    const row = Order.parse({
      ...{ id: "6e5f0b1c-3f5c-4b57-9d0e-2f1b7a1c9d11", mail: "ann@example.com", placed: "2026-03-14" },
      ...{ at: null, customer: { home: { city: "Oslo" } }, tags: [] },
      lines: [{ sku: "tea", price: 2.5, quantity: 1 }],
    });
    expect(compiled.evaluate({ row })).toBe(2.5);
    expect(compile("[tier]", scopeFrom(Order)).evaluate({ row })).toBe("none");
  });

  test("in JSON Schema follows local references, and takes null from choices", () => {
    const scope = scopeFrom({
      $defs: { Home: { type: "object", properties: { city: { type: ["string", "null"] } } } },
      properties: {
        home: { anyOf: [{ $ref: "#/$defs/Home" }, { type: "null" }] },
        level: { enum: [1, 2, null] },
        kind: { const: "order" },
        until: { type: "string", format: "time" },
        payload: {},
        extra: { type: "object", additionalProperties: { type: "string" } },
      },
    });
    expect(compile("[payload].[a].[b] + 1", scope).evaluate({ row: { payload: { a: { b: 2 } } } })).toBe(3);
    expect(scope.columns).toEqual({
      home: { type: "Object", fields: { city: { type: "Text" } } },
      level: { type: "Number" },
      kind: { type: "Enum", values: ["order"] },
      until: { type: "Time" },
      payload: { type: "Json" },
      extra: { type: "Json" },
    });
  });

  test.each([
    [{ type: "string" }, "it is no object with properties"],
    [{ properties: { a: { type: "null" } } }, 'at "/a" is no type of a column: its type is not given'],
    [
      { properties: { a: { type: ["string", "number"] } } },
      '"/a" is no type of a column: it may be string or number',
    ],
    [{ properties: { a: { enum: [1, "x"] } } }, "its values have several types"],
    [
      { properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      "it is a choice between several",
    ],
    [{ properties: { a: { type: "array", items: { $ref: "#/$defs/no" } } } }, 'at "/a/items"'],
    [{ properties: { a: { allOf: [{ type: "string" }, { minLength: 1 }] } } }, "it joins several by allOf"],
    [{ properties: 5 }, "it is no object with properties"],
    [{ properties: [] }, "it is no object with properties"],
    [{ toJSONSchema: 5 }, "it is no object with properties"],
    [{ properties: { a: null } }, 'at "/a" is no type of a column: it is null, and an object is expected'],
    [
      { properties: { a: { items: 5, type: "array" } } },
      'at "/a/items" is no type of a column: it is a number',
    ],
    [{ properties: { a: { $ref: 5 } } }, "its $ref is a number, and a text is expected"],
    [{ properties: { a: { enum: "x" } } }, "its enum is a string, and a list is expected"],
    [{ properties: { a: { anyOf: 5 } } }, "its anyOf is a number, and a list is expected"],
    [{ properties: { a: { allOf: null } } }, "its allOf is null, and a list is expected"],
    [{ properties: { a: { anyOf: [null] } } }, "it is null, and an object is expected"],
    [{ properties: { a: { $ref: "#/properties/a" } } }, "it holds itself"],
    [{ properties: { a: { properties: { b: { $ref: "#" } } } } }, "it holds itself"],
  ])("that has no type for a column is a TypeError: %j", (schema, message) => {
    expect(() => scopeFrom(schema)).toThrow(TypeError);
    expect(() => scopeFrom(schema)).toThrow(message);
  });
});

test.each([null, 5, "x"])("a schema that is %j is a TypeError", (schema) => {
  expect(() => scopeFrom(schema as never)).toThrow(
    /^scopeFrom takes a schema of objects, of zod or a JSON Schema,/,
  );
});

describe("a scope of another form is a TypeError with the path:", () => {
  test.each<[scope: object, message: string]>([
    [{ columns: 5 }, '"columns" of the scope is a number, and an object is expected.'],
    [
      { columns: { e: null } },
      '"columns.e" of the scope is null, and a type, or an object with one, is expected.',
    ],
    [{ columns: { e: 5 } }, '"columns.e" of the scope is a number,'],
    [
      { columns: { e: { type: "Enum", values: ["a", 5] } } },
      '"columns.e.values.1" of the scope is a number, and a text is expected.',
    ],
    [
      { tables: { T: { key: [5], columns: {} } } },
      '"tables.T.key.0" of the scope is a number, and a text is expected.',
    ],
    [{ locale: "german" }, '"locale" of the scope is "german", and a locale such as en-US is expected.'],
    [{ blanks: "x" }, '"blanks" of the scope is "x", and "consistent" or "legacy" is expected.'],
    [{ columns: { e: { type: 5 } } }, '"columns.e.type" of the scope is a number, and a text is expected.'],
    [
      { columns: { e: { type: "List", itemType: { type: "Text" } } } },
      '"columns.e.itemType" of the scope is an object,',
    ],
    [
      { columns: { e: { type: "Enum", values: 5 } } },
      '"columns.e.values" of the scope is a number, and a list is expected.',
    ],
    [{ columns: { e: { type: "Object", fields: 5 } } }, '"columns.e.fields" of the scope is a number,'],
    [
      { columns: { e: { type: "Object", fields: { a: 5 } } } },
      '"columns.e.fields.a" of the scope is a number,',
    ],
    [{ types: 5 }, '"types" of the scope'],
    [{ types: { A: 5 } }, '"types.A" of the scope'],
    [{ tables: 5 }, '"tables" of the scope'],
    [{ tables: { T: null } }, '"tables.T" of the scope is null'],
    [
      { tables: { T: { columns: {} } } },
      '"tables.T.key" of the scope is missing, and a name, or a list of names, is expected.',
    ],
    [{ functions: 5 }, "functions is a list: [defineFunction({ name, parameters, result, … })]."],
    [{ slices: { S: 5 } }, '"slices.S" of the scope'],
    [{ strict: "x" }, '"strict" of the scope is a string, and true or false is expected.'],
  ])("%j", (scope, message) => {
    expect(() => compile("1", scope as never)).toThrow(TypeError);
    expect(() => compile("1", scope as never)).toThrow(message);
  });
});

describe("a strict scope", () => {
  const scope = defineScope({
    strict: true,
    types: { Line: { price: "Price", quantity: "Number" } },
    columns: {
      Status: "Text",
      customer: { type: "Object", fields: { tier: "Text" } },
      lines: "List of Line",
    },
  });
  const codeOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: object };
      return { code, message, details };
    }
  };

  test("takes no words without quotes", () => {
    const { ok, diagnostics } = compile("[Status] = Open", scope);
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ["syntax/bare-word"]]);
    expect(compile('[Status] = "Open"', scope).ok).toBe(true);
    expect(compile("[Status] = Open", { columns: { Status: "Text" } }).ok).toBe(true);
  });

  test.each<[string, object, string, string?]>([
    ["[Status]", { Status: "a", Staus: "b" }, "run/unknown-cell", "Staus"],
    ["[Status]", {}, "run/missing-cell", "Status"],
    ["[Status]", { Status: undefined }, "run/missing-cell", "Status"],
    ["[customer].[tier]", { customer: { teir: "gold" } }, "run/unknown-cell", "customer/teir"],
    ["[customer].[tier]", { customer: {} }, "run/missing-cell", "customer/tier"],
    ["SUM([lines][price])", { lines: [{ price: 1 }, {}] }, "run/missing-cell", "lines/1/price"],
    ["SUM([lines][price])", { lines: [{ price: 1, count: 2 }] }, "run/unknown-cell", "lines/0/count"],
    ["[customer]", { customer: { tier: null } }, ""],
    ["[customer].[tier]", { customer: null }, ""],
    ["SUM([lines][price])", { lines: [{ price: null }] }, ""],
    ["[Status]", { Status: "", _RowNumber: 4 }, ""],
  ])("asks for the cells of %s that it reads: %j", (source, row, code, name) => {
    const compiled = compile(source, scope);
    const outcomes = [
      () => compiled.evaluate({ row }),
      () => compiled.bind()(row),
      () => compiled.map([row]),
    ];
    for (const outcome of outcomes.map(codeOf))
      expect(outcome).toEqual(
        code === ""
          ? expect.not.objectContaining({ code: expect.anything() })
          : expect.objectContaining({ code, details: expect.objectContaining({ name }) }),
      );
  });

  test("asks for the cells of other tables, too", () => {
    const tables = { T: { key: "a", columns: { a: "Text", b: "Number" } } } as const;
    const compiled = compile("SUM(T[b])", { tables, strict: true });
    expect(compiled.evaluate({ tables: { T: [{ a: "x", b: 2 }] } })).toBe(2);
    expect(codeOf(() => compiled.evaluate({ tables: { T: [{ a: "x" }] } }))).toMatchObject({
      code: "run/missing-cell",
    });
  });
});

describe("details", () => {
  test("say what a sentence was worded of, typed by the code", () => {
    const [first] = compile("[Prise] + 1", { columns: { Price: "Price" } }).diagnostics;
    if (first?.code !== "name/unknown-column") throw new Error("another code");
    const worded = `Spalte „${first.details.name}“ gibt es nicht; ist „${first.details.suggestion}“ gemeint?`;
    expect(worded).toBe("Spalte „Prise“ gibt es nicht; ist „Price“ gemeint?");
  });

  test("are those of an error of the evaluation, too", () => {
    const compiled = compile("[Q] / 2", { columns: { Q: "Number" } });
    expect(() => compiled.evaluate({ row: { Q: "many" } })).toThrow(
      expect.objectContaining({
        code: "run/unreadable-input",
        details: { name: "Q", value: "many", type: "Number" },
      }),
    );
  });
});
