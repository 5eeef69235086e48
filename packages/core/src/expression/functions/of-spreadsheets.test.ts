/** The middle of lists and the functions of texts that spreadsheets have, held against another library. */
import { CHOOSE, EXACT, MEDIAN, PERCENTILE, REPT, SIGN, TEXTJOIN } from "@formulajs/formulajs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../index.ts";

type Row = Readonly<Record<string, number | string | null | readonly (number | string | null)[]>>;

function compiled(source: string) {
  const numbers = { type: "List", itemType: "Decimal" };
  const texts = { type: "List", itemType: "Text" };
  const columns = { Numbers: numbers, Texts: texts, X: "Decimal", N: "Number", A: "Text", B: "Text" };
  const { evaluate, diagnostics } = compile(source, { columns });
  expect(diagnostics).toEqual([]);
  return (row: Row) => evaluate({ row: row as never });
}

const cents = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((units) => units / 100);
const lists = fc.array(cents, { minLength: 1, maxLength: 40 });
const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const runs = { numRuns: 1_000 };

test("MEDIAN and PERCENTILE", () => {
  const median = compiled("MEDIAN([Numbers])");
  const percentile = compiled("PERCENTILE([Numbers], [X])");
  const property = fc.property(lists, fc.integer({ min: 0, max: 1_000 }), (Numbers, thousandths) => {
    const X = thousandths / 1_000;
    expect(median({ Numbers })).toBeCloseTo(MEDIAN(Numbers) as number, 8);
    expect(percentile({ Numbers, X })).toBeCloseTo(PERCENTILE.INC(Numbers, X) as number, 6);
    expect(percentile({ Numbers: [null, ...Numbers], X })).toBe(percentile({ Numbers, X }));
  });
  fc.assert(property, runs);
});

test("SIGN and CHOOSE", () => {
  const sign = compiled("SIGN([X])");
  const choose = compiled("CHOOSE([N], [X], [X] + 1, 7.5)");
  const property = fc.property(cents, fc.integer({ min: 1, max: 3 }), (X, N) => {
    expect(sign({ X })).toBe((SIGN(X) as number) + 0);
    expect(choose({ X, N })).toBeCloseTo(CHOOSE(N, X, X + 1, 7.5) as number, 8);
    expect(choose({ X, N: N + 3 })).toBe(null);
    expect(choose({ X, N: 1 - N })).toBe(null);
  });
  fc.assert(property, runs);
});

test("EXACT, REPT and TEXTJOIN", () => {
  const exact = compiled("EXACT([A], [B])");
  const rept = compiled("REPT([A], [N])");
  const [kept, skipped] = [false, true].map((skips) =>
    compiled(`TEXTJOIN([B], ${skips ? "TRUE" : "FALSE"}, [A], [Texts], [N])`),
  );
  const items = fc.array(fc.option(texts), { maxLength: 6 });
  const property = fc.property(texts, texts, items, fc.integer({ min: 1, max: 9 }), (A, B, Texts, N) => {
    expect(exact({ A, B })).toBe(EXACT(A, B));
    expect(exact({ A, B: A })).toBe(true);
    expect(rept({ A, N })).toBe(REPT(A, N));
    const cells = [A, ...Texts.map((text) => text ?? ""), String(N)];
    expect(kept?.({ A, B, Texts, N })).toBe(TEXTJOIN(B, false, ...cells));
    expect(skipped?.({ A, B, Texts, N })).toBe(TEXTJOIN(B, true, ...cells));
  });
  fc.assert(property, runs);
});

test.each([
  ["REPT([A], 2000000)", "limit/text-length"],
  ["REPT([A], 9007199254740991)", "limit/text-length"],
  ["TEXTJOIN([B], FALSE, REPT([A], 700000), REPT([A], 700000))", "limit/text-length"],
  ['REPT("", 9007199254740991) & REPT([A], 6000000)', "limit/text-length"],
])("%s stops before anything is built", (source, code) => {
  const evaluate = compiled(source);
  expect(() => evaluate({ A: "x", B: "-" })).toThrow(expect.objectContaining({ code }));
});
