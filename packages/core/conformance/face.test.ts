import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../src/expression/index.ts";
import { EvaluationError } from "../src/expression/parts.ts";
import { arbitraryExpression } from "./arbitrary-expression.ts";
import { compileByReference, evaluateByReference } from "./evaluate-by-reference.ts";
import { expectSame, type Outcome, outcome } from "./expect-same.ts";
import { type ItemsRow, itemsCall, itemsRows, itemsScope } from "./items-table.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/face`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const runs = { numRuns: Number(asked ?? 150), ...(asked === undefined ? { seed: 20_261_123 } : {}) };

describe("all ways to evaluate give what the reference evaluator gives", () => {
  test("evaluate, bind and map, row by row", { timeout: 3_600_000 }, () => {
    let checked = 0;
    const property = fc.property(arbitraryExpression(), itemsRows(), (source, rows) => {
      const compiled = compile(source, itemsScope);
      if (!compiled.ok) return;
      checked += 1;
      const reference = compileByReference(source, itemsScope);
      const shared = { tables: { Items: rows }, ...itemsCall };
      const bound = compiled.bind(shared);
      const numbered = rows.map((row, at) => ({ ...row, _RowNumber: at + 1 }));
      const answers = numbered.map((row, at) => {
        const before = rows[(at + 1) % rows.length] as ItemsRow;
        const answer = outcome(() => compiled.evaluate({ ...shared, row, before }));
        expectSame(
          outcome(() => bound(row, before)),
          answer,
        );
        const meant = byReference(() => reference({ ...shared, row, before }));
        if ("value" in meant && "value" in answer) expectSame(answer, meant);
        return outcome(() => compiled.evaluate({ ...shared, row }));
      });
      const failed = answers.find((answer) => "error" in answer);
      const mapped = outcome(() => compiled.map(numbered, shared));
      if (failed === undefined)
        expectSame(mapped, { value: answers.map((one) => "value" in one && one.value) });
      else expectSame(mapped, failed);
    });
    fc.assert(property, runs);
    expect(checked / runs.numRuns, "most random expressions check").toBeGreaterThan(0.7);
  });

  test("filter gives the rows themselves", { timeout: 3_600_000 }, () => {
    const property = fc.property(arbitraryExpression(["Yes/No"]), itemsRows(), (source, rows) => {
      const compiled = compile(source, itemsScope);
      if (!compiled.ok) return;
      const shared = { tables: { Items: rows }, ...itemsCall };
      const answers = outcome(() => rows.filter((row) => compiled.evaluate({ ...shared, row }) === true));
      const filtered = outcome(() => compiled.filter(rows, shared));
      expectSame(filtered, answers);
      if ("value" in filtered) expect(filtered.value.every((row) => rows.includes(row))).toBe(true);
    });
    fc.assert(property, runs);
  });

  test("also where rows of a table have the same key", () => {
    const rows = fc.array(
      fc.record({ ID: fc.constantFrom("a", "b", "c", null), N: fc.option(fc.integer({ min: 0, max: 3 })) }),
      { maxLength: 6 },
    );
    const sources = fc.constantFrom(
      'ORDERBY(FILTER("Items", TRUE), [N])',
      'ORDERBY(FILTER("Items", [N] > 0), [N], TRUE)',
      'TOP(ORDERBY(FILTER("Items", TRUE), [N], TRUE), 2)',
      'TOP(ORDERBY(FILTER("Items", [ID] = "a"), [N], FALSE, [ID], TRUE), 3)',
      'TOP(ORDERBY(FILTER("Items", [N] >= 1), [_RowNumber], TRUE), 2)',
    );
    const property = fc.property(sources, rows, (source, items) => {
      const context = { tables: { Items: items } };
      expectSame(
        compile(source, itemsScope).evaluate(context),
        evaluateByReference(source, itemsScope, context),
      );
    });
    fc.assert(property, { numRuns: 400 });
  });
});

describe("what may change between calls", () => {
  const columns = { Price: "Price", Name: "Text" };

  test("rows: filter, map and a bound function read them at each call", () => {
    const rows = [
      { Price: 1, Name: "a" },
      { Price: 5, Name: "b" },
    ] as { Price: number; Name: string }[];
    const isDear = compile("[Price] > 3", { columns });
    const bound = isDear.bind();
    expect(isDear.filter(rows)).toEqual([rows[1]]);
    (rows[0] as { Price: number }).Price = 9;
    rows.push({ Price: 4, Name: "c" });
    expect(isDear.filter(rows)).toEqual(rows);
    expect(isDear.map(rows)).toEqual([true, true, true]);
    expect(rows.map((row) => bound(row))).toEqual([true, true, true]);
  });

  test("the context: bind keeps what it has read, the others read it again", () => {
    const scope = { tables: { Items: { key: "ID", columns: { ID: "Text", N: "Number" } } }, columns };
    const total = compile("SUM(Items[N])", scope);
    const items = [{ ID: "a", N: 1 }];
    const context = { tables: { Items: items } };
    const bound = total.bind(context);
    expect(bound({})).toBe(1);
    items.push({ ID: "b", N: 2 });
    expect(bound({})).toBe(1);
    expect(total.bind(context)({})).toBe(3);
    expect(total.evaluate(context)).toBe(3);
    expect(total.map([{}, {}], context)).toEqual([3, 3]);
  });

  test("two functions bound to the same expression have nothing in common", () => {
    const compiled = compile('[_PARAM].[word] & "-" & [Name]', { columns });
    const [one, other] = ["x", "y"].map((word) => compiled.bind({ parameters: { word } }));
    expect([one?.({ Name: "a" }), other?.({ Name: "b" }), one?.({ Name: "c" })]).toEqual([
      "x-a",
      "y-b",
      "x-c",
    ]);
  });
});

describe("budgets", () => {
  const scope = { tables: { Items: { key: "ID", columns: { ID: "Number" } } }, columns: { N: "Number" } };
  const items = Array.from({ length: 3_000 }, (_, ID) => ({ ID }));
  const context = { tables: { Items: items }, limits: { fuel: 4_000 } };
  const count = 'COUNT(FILTER("Items", [ID] <> [_THISROW].[N]))';

  test("each call of a bound function has its own, even after one that was spent", () => {
    const bound = compile(count, scope).bind(context);
    for (let call = 0; call < 5; call++) expect(bound({ N: 1 })).toBe(2_999);
    const narrow = compile(`${count} + ${count}`, scope).bind(context);
    for (let call = 0; call < 2; call++)
      expect(outcome(() => narrow({ N: 1 }))).toEqual({ error: "limit/fuel" });
  });

  test("each evaluation has its own, also under other limits than the last", () => {
    const compiled = compile(`${count} + ${count}`, scope);
    const answer = (fuel: number) =>
      outcome(() => compiled.evaluate({ tables: { Items: items }, limits: { fuel }, row: { N: 1 } }));
    expect([4_000, 50_000, 4_000, 50_000].map(answer)).toEqual([
      { error: "limit/fuel" },
      { value: 5_998 },
      { error: "limit/fuel" },
      { value: 5_998 },
    ]);
  });

  test("filter and map have one for all rows, of which each row is a step", () => {
    const compiled = compile("[N] >= 0", scope);
    const rows = Array.from({ length: 6_000 }, (_, N) => ({ N }));
    for (const way of ["filter", "map"] as const) {
      expect(compiled[way](rows, { limits: { fuel: 6_000 } })).toHaveLength(6_000);
      expect(outcome(() => compiled[way]([...rows, ...rows], { limits: { fuel: 6_000 } }))).toEqual({
        error: "limit/fuel",
      });
    }
  });

  test("a FILTER that is sorted may list no more rows than another", () => {
    for (const source of [
      'TOP(ORDERBY(FILTER("Items", TRUE), [ID]), 1)',
      'TOP(ORDERBY(FILTER("Items", [ID] + 1 < 9000), [ID]), 1)',
    ]) {
      const compiled = compile(source, scope);
      const answer = (listLength: number) =>
        outcome(() => compiled.evaluate({ tables: { Items: items }, limits: { listLength } }));
      expect(answer(2_999)).toEqual({ error: "limit/list-length" });
      expect(answer(3_000)).toEqual({ value: [0] });
    }
  });
});

/** The reference answers or throws an error of its own, also on rows that an index passes over. */
function byReference(run: () => unknown): Outcome<unknown> {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code };
  }
}
