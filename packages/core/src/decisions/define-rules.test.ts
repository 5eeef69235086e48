import { describe, expect, expectTypeOf, test } from "vitest";
import { defineRules, printExplanation } from "./index.ts";

const pricing = defineRules({
  tablewright: 1,
  rules: { id: "pricing" },
  facts: {
    tier: { type: "Enum", values: ["basic", "gold"] },
    seats: { type: "Number", required: true },
    since: "Date",
    tags: { type: "List", itemType: "Text" },
  },
  decisions: {
    Price: { type: "Price", formula: "[seats] * [Each]" },
    Each: {
      type: "Price",
      hit: "first",
      inputs: ["[tier]", "[seats]"],
      rows: [
        ["gold", ">= 100", 7],
        ["gold", "-", 8],
      ],
      otherwise: 10,
    },
    Notes: {
      outputs: { Note: "Text", Marks: { type: "EnumList", values: ["new", "large"] } },
      hit: "collect",
      rules: [
        {
          name: "large",
          when: "[seats] > 50",
          set: { Note: "many seats", Marks: ["large"] },
          event: "large",
        },
      ],
    },
    Rows: { type: "Number", hit: "collect count", inputs: ["[seats]"], rows: [["> 1", 1]] },
  },
});

describe("rules in the program itself", () => {
  test("know the types of their facts and outputs", () => {
    const { outputs } = pricing.decide({ tier: "gold", seats: 120, since: new Date(0), tags: ["a"] });
    expectTypeOf<Parameters<typeof pricing.decide>[0]["tier"]>().toEqualTypeOf<
      "basic" | "gold" | null | undefined
    >();
    expectTypeOf<Parameters<typeof pricing.decide>[0]["seats"]>().toEqualTypeOf<number>();
    expectTypeOf(outputs.Price).toEqualTypeOf<number | null>();
    expectTypeOf(outputs.Note).toEqualTypeOf<readonly string[]>();
    expectTypeOf(outputs.Rows).toEqualTypeOf<number>();
    expect(outputs).toEqual({ Price: 840, Each: 7, Note: ["many seats"], Marks: ["large"], Rows: 1 });
  });

  test("know the fields of objects, and named types", () => {
    const cart = defineRules({
      tablewright: 1,
      rules: { id: "cart" },
      types: { Line: { sku: "Text", price: { type: "Price", required: true } } },
      facts: { customer: { type: "Object", fields: { tier: "Text" } }, lines: { type: "List", of: "Line" } },
      decisions: {
        Total: { type: "Price", formula: "SUM([lines][price])" },
        Dear: { type: "List", of: "Line", formula: "FILTER([lines], [price] > 5)" },
      },
    });
    const { outputs } = cart.decide({
      customer: { tier: "gold" },
      lines: [{ price: 4 }, { price: 6, sku: "b" }],
    });
    expectTypeOf(outputs.Total).toEqualTypeOf<number | null>();
    expectTypeOf<Parameters<typeof cart.decide>[0]["lines"]>().toExtend<
      readonly { readonly price: number }[] | null | undefined
    >();
    expect(outputs).toEqual({ Total: 10, Dear: [{ sku: "b", price: 6 }] });
  });

  test("throw with all errors where they are wrong", () => {
    expect(() =>
      defineRules({
        tablewright: 1,
        rules: { id: "x" },
        facts: { a: "Nmber" },
        decisions: { B: { type: "Number", formula: "[c]" } },
      }),
    ).toThrow(
      /^The rules are wrong\.\nfacts\.a: There is no column type "Nmber"\..*\ndecisions\.B\.formula: There is no fact or output "c"/,
    );
  });
});

describe("an explanation", () => {
  const explained = pricing.explain({ tier: "gold", seats: 60 });

  test("has the result, and each decision with the rows that were tried", () => {
    const { outputs, decisions } = explained;
    expect(outputs.Price).toBe(480);
    expect(decisions.map(({ decision, rows }) => [decision, rows?.map(({ state }) => state)])).toEqual([
      ["Each", ["not matched", "fired"]],
      ["Notes", ["fired"]],
      ["Rows", ["fired"]],
      ["Price", undefined],
    ]);
    expect(decisions[0]?.rows?.[0]?.conditions.map(({ source, value }) => [source, value])).toEqual([
      ['[tier] = "gold"', true],
      ["[seats] >= 100", false],
    ]);
  });

  test("is printed with the part that was not TRUE", () => {
    expect(printExplanation(explained.decisions)).toBe(
      [
        "Each (first)",
        "  row 1 not matched: [seats] >= 100",
        "    ^^^^^^^^^^^^^^ FALSE",
        "      [seats] → 60",
        "  row 2 fired",
        "Notes (collect)",
        '  "large" fired',
        "Rows (collect count)",
        "  row 1 fired",
        "Price = [seats] * [Each] → 480",
        "      [seats] → 60",
        "      [Each] → 8",
      ].join("\n"),
    );
  });

  test("shows the value of an object's field by itself", () => {
    const rules = defineRules({
      tablewright: 1,
      rules: { id: "tiers" },
      types: { Customer: { tier: "Text" } },
      facts: { customer: { type: "Customer" } },
      decisions: { Gold: { type: "Yes/No", formula: '[customer].[tier] = "gold"' } },
    });
    const { decisions } = rules.explain({ customer: { tier: "none" } });
    expect(printExplanation(decisions)).toContain('[customer].[tier] → "none"\n');
  });

  test("says which rows were not tried", () => {
    const { decisions } = pricing.explain({ tier: "gold", seats: 100 }, { outputs: ["Each"] });
    expect(printExplanation(decisions)).toBe("Each (first)\n  row 1 fired\n  1 more row not tried");
  });
});
