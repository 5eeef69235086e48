import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, type Trace, type TraceNode, traceLimits } from "../src/expression/entrances/trace.ts";
import { arbitraryExpression } from "./arbitrary-expression.ts";
import { readCases, situationOf } from "./conformance-case.ts";
import { type Outcome, outcome } from "./expect-same.ts";
import { type ItemsRow, itemsCall, itemsRows, itemsScope } from "./items-table.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/trace`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const runs = { numRuns: Number(asked ?? 150), ...(asked === undefined ? { seed: 20_261_122 } : {}) };

describe("a trace has the value of the evaluation that it is about", () => {
  test("in every case of the language that does not draw by chance", () => {
    for (const one of readCases().filter(
      ({ error, pattern }) => error === undefined && pattern === undefined,
    )) {
      const { scope, context } = situationOf(one);
      const still = { now: "2026-03-14T15:09:26", ...context, random: () => 0.375 };
      const compiled = compile(one.expr, scope);
      const trace = compiled.trace(still);
      expect(outcomeOf(trace), one.id).toEqual(outcome(() => compiled.evaluate(still)));
      expect(JSON.parse(JSON.stringify(trace)), one.id).toEqual(trace);
      expect(trace.error === undefined ? trace.root.state : "evaluated", one.id).toBe("evaluated");
    }
  });

  test("of random expressions, errors included", { timeout: 3_600_000 }, () => {
    const property = fc.property(
      arbitraryExpression(),
      itemsRows(),
      fc.nat({ max: 5 }),
      (source, rows, at) => {
        const compiled = compile(source, itemsScope);
        if (!compiled.ok) return;
        const row = { ...rows[at % rows.length], _RowNumber: (at % rows.length) + 1 };
        const before = rows[(at + 1) % rows.length] as ItemsRow;
        const context = { tables: { Items: rows }, ...itemsCall, row, before };
        const trace = compiled.trace(context);
        const answer = outcome(() => compiled.evaluate(context));
        if ("error" in answer && answer.error.startsWith("limit/")) return;
        expect(outcomeOf(trace)).toEqual(answer);
        expect(misplacedIn(trace.root, source)).toEqual([]);
      },
    );
    fc.assert(property, runs);
  });
});

describe("a trace is bounded", () => {
  const scope = { columns: { N: "Number" }, tables: { Items: { key: "ID", columns: { ID: "Number" } } } };
  const shown = (trace: Trace) => nodesOf(trace.root).length;

  test.each([
    [traceLimits.nodes - 1, undefined],
    [traceLimits.nodes, undefined],
    [traceLimits.nodes + 1, 1],
  ])("of %d parts the first thousand are shown", (parts, omitted) => {
    const list = `SUM(LIST(${Array.from({ length: parts - 2 }, () => "[N]").join(", ")}))`;
    const trace = compile(list, scope).trace({ row: { N: 1 } });
    expect(trace.value).toBe(parts - 2);
    expect(shown(trace)).toBe(Math.min(parts, traceLimits.nodes));
    expect(trace.root.parts[0]?.omitted).toBe(omitted);
  });

  test("however deep a chain of operators is", () => {
    const chain = compile(Array.from({ length: 4_000 }, () => "[N]").join(" + "), scope);
    const trace = chain.trace({ row: { N: 1 } });
    expect(trace.value).toBe(4_000);
    expect(shown(trace)).toBeLessThanOrEqual(2 * traceLimits.depth);
  });

  test("rows are counted, and the first are shown", () => {
    const items = Array.from({ length: 40 }, (_, ID) => ({ ID }));
    const trace = compile("SELECT(Items[ID], [ID] >= [_THISROW].[N])", scope).trace({
      tables: { Items: items },
      row: { N: 10 },
    });
    expect(trace.root).toMatchObject({
      cut: 30,
      rows: { table: "Items", looked: 40, met: 30, keys: [10, 11, 12, 13, 14] },
    });
    expect(trace.root.rows?.first.map(({ key }) => key)).toEqual([0, 1, 2]);
  });

  test.each([
    [traceLimits.text - 1, undefined],
    [traceLimits.text, undefined],
    [traceLimits.text + 1, traceLimits.text + 1],
  ])("a text of %d characters is shortened where it is too long", (length, cut) => {
    const trace = compile("[T]", { columns: { T: "LongText" } }).trace({ row: { T: "x".repeat(length) } });
    expect(trace.value).toBe("x".repeat(length));
    expect(trace.root.cut).toBe(cut);
    expect(String(trace.root.value)).toHaveLength(Math.min(length, traceLimits.text));
  });
});

function outcomeOf({ value, error }: Trace): Outcome<unknown> {
  return error === undefined ? { value } : { error: error.code };
}

function nodesOf(root: TraceNode): readonly TraceNode[] {
  const below = [...root.parts, ...(root.rows?.first ?? []).flatMap(({ parts }) => parts)];
  return [root, ...below.flatMap(nodesOf)];
}

/** The parts whose text is not what stands at their span; those of a slice's filter have spans of that filter. */
function misplacedIn(root: TraceNode, source: string): readonly TraceNode[] {
  const { text, start, end, formula = source } = root;
  const written = source.slice(start, end).replace(/\s+/gu, " ").trim();
  const below = [...root.parts, ...(root.rows?.first ?? []).flatMap(({ parts }) => parts)];
  return [...(written.startsWith(text) ? [] : [root]), ...below.flatMap((one) => misplacedIn(one, formula))];
}
