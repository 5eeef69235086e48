import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { describeRandomDecisions } from "./describe-random-decisions.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Tier: { type: Enum, values: [none, silver, gold] }
      Total: { type: Price, validIf: 'LIMIT_OF([Tier]) >= [_THIS]', invalidMessage: '"above " & LIMIT_OF([Tier])' }
      Discount: { type: Percent, formula: "DISCOUNT([Tier], [Total])" }
      Days: { type: Number, virtual: true, formula: "DELIVERY([Total]).[days]" }
      Reasons: { type: List, itemType: Text, virtual: true, formula: "REASONS([Total])" }
      Points: { type: Number, virtual: true, formula: "POINTS([Total])" }
  Limits:
    key: [Tier]
    columns:
      Tier: { type: Text }
      Most: { type: Price }
actions:
  Upgrade: { table: Orders, condition: "POINTS([Total]) > 1", set: { Tier: "NEXT_TIER([Tier])" } }
decisions:
  DISCOUNT:
    parameters: { tier: { type: Enum, values: [none, silver, gold] }, total: { type: Price, min: 0 } }
    type: Percent
    hit: first
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.10]
      - [silver, "[500..1000)", 0.05]
    otherwise: 0
  DELIVERY:
    parameters: { total: Price }
    outputs: { carrier: { type: Text, default: ground }, days: Number }
    inputs: ["[total]"]
    rows: [["> 100", air, 2], ["<= 100", null, 5]]
    otherwise: [none, 9]
  POINTS:
    parameters: { total: Price }
    type: Number
    hit: collect sum
    rows: [["> 10", 1], ["> 100", 2], ["> 1000", 4]]
    otherwise: 0
  REASONS: { parameters: { total: Price }, type: Text, hit: collect, rows: [["> 10", ten], ["> 100", hundred]] }
  ONLY: { parameters: { total: Price }, type: Number, rows: [["> 10", 1], ["> 100", 2]], otherwise: 0 }
  NEXT_TIER: { parameters: { tier: Text }, type: Text, rows: [[none, silver], [silver, gold], [gold, gold]], otherwise: none }
  LIMIT_OF:
    parameters: { tier: Text }
    type: Price
    hit: first
    rows: [[gold, 1000000], ["-", '=LOOKUP([_THISROW].[tier], "Limits", "Tier", "Most")']]
`;

/** Decisions of an application: called by every expression and on facts, with the same answers. */
export function describeDecisions(make: MakeStore, effort: number): void {
  const withShop = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, undefined, DEFINITION);

  describe("decisions", () => {
    describeRandomDecisions(make, effort);

    test("formulas, conditions on a value and actions call them", () =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        expect(
          (await workshop.all("Orders")).map(({ Discount, Days, Points }) => [Discount, Days, Points]),
        ).toEqual([
          [0.15, 2, 7],
          [0.05, 2, 3],
          [0, 5, 1],
          [0, 9, 0],
        ]);
        const tooMuch = { action: "Add", table: "Orders", rows: [{ Order: "5", Tier: "none", Total: 51 }] };
        expect(await workshop.errors(tooMuch)).toEqual(["1 Total rule/valid-if"]);
        const orders = [{ Order: "2" }, { Order: "3" }];
        const upgraded = await workshop.rows({ action: "Upgrade", table: "Orders", rows: orders });
        expect(upgraded.map(({ Tier }) => Tier)).toEqual(["gold", "none"]);
      }));

    test.each<[string, readonly string[]]>([
      ["[Discount] > 0", ["1", "2"]],
      ["DISCOUNT([Tier], [Total]) = 0.15", ["1"]],
      ['DELIVERY([Total]).[carrier] = "ground"', ["3"]],
      ["DELIVERY([Total]).[days] > 4", ["3", "4"]],
      ["[Days] = 2", ["1", "2"]],
      ["POINTS([Total]) >= 3", ["1", "2"]],
      ['NEXT_TIER([Tier]) = "gold"', ["1", "2"]],
      ["LIMIT_OF([Tier]) > 900", ["1", "2"]],
    ])("a Selector finds by %s", (condition, expected) =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        const Selector = `FILTER("Orders", ${condition})`;
        const found = await workshop.rows({ action: "Find", table: "Orders", properties: { Selector } });
        expect(found.map(({ Order }) => Order)).toEqual(expected);
      }),
    );

    test("more than one row under unique is an error of the expression and of the decision", () =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        const Selector = 'FILTER("Orders", ONLY([Total]) = 1)';
        const call = { action: "Find", table: "Orders", properties: { Selector } };
        expect(await workshop.errors(call)).toEqual(["run/decision"]);
        const { outputs, diagnostics } = await workshop.engine.decide("ONLY", { total: 101 });
        expect(outputs).toEqual({});
        expect(diagnostics.map(({ code }) => code)).toEqual(["decision/several-rows"]);
      }));

    test("facts are decided on, with the rows that fired and what was tried", () =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        const { engine } = workshop;
        const fired = [{ decision: "DISCOUNT", row: 2, outputs: { DISCOUNT: 0.1 } }];
        const result = { outputs: { DISCOUNT: 0.1 }, fired, events: [], diagnostics: [] };
        expect(await engine.decide("discount", { tier: "gold", total: 5 })).toEqual(result);
        const explained = await engine.explainDecision("DISCOUNT", { tier: "gold", total: 5 });
        expect(explained.decisions[0]?.rows?.map(({ state }) => state)).toEqual([
          "not matched",
          "fired",
          "not tried",
        ]);
        const many = await engine.decideMany("LIMIT_OF", [
          { tier: "gold" },
          { tier: "silver" },
          { tier: {} },
        ]);
        expect(
          many.map(({ outputs, diagnostics }) => [outputs, diagnostics.map(({ code }) => code)]),
        ).toEqual([
          [{ LIMIT_OF: 1_000_000 }, []],
          [{ LIMIT_OF: 1_000 }, []],
          [{}, ["decision/wrong-fact"]],
        ]);
        expect((await engine.decide(undefined as never, {})).diagnostics).toMatchObject([
          { code: "decision/not-found" },
        ]);
        const unknown = [{ diagnostics: [{ code: "decision/not-found", suggestion: "DISCOUNT" }] }];
        expect([await engine.decide("Discont", {})]).toMatchObject(unknown);
        expect(await engine.decideMany("Discont", [])).toMatchObject(unknown);
        expect(await engine.explainDecisions("Discont", [])).toMatchObject(unknown);
        expect(await engine.decideMany("DISCOUNT", [])).toEqual([]);
      }));

    test("why tells how the formula of a row came to what it gives", () =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        expect((await workshop.all("Orders")).map(({ Reasons }) => Reasons)).toEqual([
          ["ten", "hundred"],
          ["ten", "hundred"],
          ["ten"],
          [],
        ]);
        const why = await workshop.engine.why({ action: "Find", table: "Orders", rows: [{ Order: "3" }] });
        expect(JSON.stringify(why)).toContain("REASONS([Total])");
      }));

    test("what is no list of facts, and options that are none, are errors of the program", () =>
      withShop(async ({ engine }) => {
        for (const list of [null, 5, {}, "ab"]) {
          const deciding = engine.decideMany("POINTS", list as never);
          await expect(deciding).rejects.toThrow("Decisions are made on a list of facts, and");
        }
        for (const options of [null, 5, { Properties: {} }])
          await expect(engine.decide("POINTS", {}, options as never)).rejects.toThrow(TypeError);
        const { diagnostics } = await engine.decide("POINTS", undefined as never);
        expect(diagnostics[0]?.message).toBe(
          "The facts are undefined, and an object of facts by name is expected.",
        );
      }));

    test("one that reads a table out of reach is not there", () =>
      withShop(async (workshop) => {
        await fillShop(workshop);
        const nameable = { table: (name: string) => name === "Orders", action: () => true };
        const { engine } = workshop;
        const hidden = await engine.decide("LIMIT_OF", { tier: "silver" }, { nameable });
        expect(hidden.diagnostics).toMatchObject([{ code: "decision/not-found" }]);
        expect(hidden.diagnostics[0]?.hint).toBeUndefined();
        expect((await engine.decide("POINTS", { total: 11 }, { nameable })).outputs).toEqual({ POINTS: 1 });
        const find = (condition: string) =>
          workshop.errors({
            ...{ action: "Find", table: "Orders", nameable },
            properties: { Selector: `FILTER("Orders", ${condition})` },
          });
        expect(await find("LIMIT_OF([Tier]) > 1")).toEqual(["name/unknown-function"]);
      }));
  });
}

async function fillShop({ rows }: Workshop): Promise<void> {
  const limits = [
    { Tier: "none", Most: 50 },
    { Tier: "silver", Most: 1000 },
  ];
  await rows({ action: "Add", table: "Limits", rows: limits });
  const orders = [
    { Order: "1", Tier: "gold", Total: 1200 },
    { Order: "2", Tier: "silver", Total: 600 },
    { Order: "3", Tier: "none", Total: 20 },
    { Order: "4", Tier: "none" },
  ];
  await rows({ action: "Add", table: "Orders", rows: orders });
}
