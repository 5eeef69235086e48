import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { toCanonical } from "../../values/index.ts";
import { check } from "../check/check.ts";
import type { Node } from "../tree/node.ts";
import { children } from "../tree/walk.ts";
import { firstEqual, firstGreater, isBounded, nextDouble } from "./bounded-comparison.ts";
import { rewrite } from "./rewrite.ts";

const columns = { ID: "Text", N: "Number", M: "Number", Day: "Date", Done: "Yes/No", Tag: "Text" };
const scope = readScope({ table: "Items", tables: { Items: { key: "ID", columns } } });

function rewritten(source: string): Node {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return rewrite(output).root;
}

/** A tree by its kinds: columns by name, constants as JSON, comparisons that know their bounds with a star. */
function shape(node: Node): string {
  if (node.op === "column") return node.name;
  if (node.op === "constant") return JSON.stringify(node.value);
  const name = node.op === "binary" ? node.rule.operator : node.op;
  return `${name}${isBounded(node) ? "*" : ""}(${children(node).map(shape).join(" ")})`;
}

describe("a tree is rewritten", () => {
  test.each([
    ["1 + 2 * 3", "7"],
    ['LEFT("harbour", 1 + 2)', '"har"'],
    ['"a" & "b" & [Tag]', '&("ab" Tag)'],
    ["-(1 + 2) + [N]", "+(-3 N)"],
    ["IN([N], LIST(1, 1 + 1))", "call(N [1,2])"],
    ["SUM(LIST(1, 2))", "3"],
    ["9007199254740991 + 1", "+(9007199254740991 1)"],
    ["AND([Done], AND([Done], AND([Done], [Done])))", "and(Done Done Done Done)"],
    ["OR([Done], AND([Done], OR([Done], [Done])))", "or(Done and(Done or(Done Done)))"],
    ["IF([Done], 1, IF([Done], 2, 3))", "conditional(Done 1 Done 2 3)"],
    ['IF([Done], "a", "b") = "A"', "conditional(Done true false)"],
    ["5 < IF([Done], [N], 7)", "conditional(Done <*(5 N) true)"],
    ["[N] > 5", ">*(N 5)"],
    ['"2026-01-31" >= [Day]', ">=*(20484 Day)"],
    ["[N] > [M]", ">(N M)"],
    ['[Tag] = "a"', '=(Tag "a")'],
    ["[N] = 1 / 0", "=(N null)"],
    ["TOP(ORDERBY(Items[ID], [N]), 1 + 1)", "order-by(select(ID) N 2)"],
    ["TOP(TOP(ORDERBY(Items[ID], [N]), 3), 2)", "call(order-by(select(ID) N 3) 2)"],
  ])("%s", (source, expected) => {
    expect(shape(rewritten(source))).toBe(expected);
  });
});

test("what has nothing to be rewritten stays the same object, and so does what has been rewritten", () => {
  const { output } = check('AND([Done], LEN([Tag]) > [N], [Tag] = "a", COUNT(Items[ID]) > [M])', scope);
  expect(output && rewrite(output).root).toBe(output?.root);
  expect(output && rewrite(output)).toBe(output && rewrite(output));
});

test("a chain of thousands of operators is rewritten in a loop", () => {
  expect(shape(rewritten(Array.from({ length: 5_000 }, () => "1").join(" + ")))).toBe("5000");
});

const decimals = fc.oneof(
  fc
    .tuple(fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), fc.integer({ min: -12, max: 12 }))
    .map(([n, e]) => n * 10 ** e),
  fc.double({ min: -1e190, max: 1e190, noNaN: true }),
  fc.maxSafeInteger(),
  fc.integer({ min: -150, max: 150 }).map((exponent) => 10 ** exponent),
);

test("the ends of the range of equal numbers are exact", () => {
  fc.assert(
    fc.property(decimals, (number) => {
      const middle = toCanonical(number);
      const first = firstEqual(middle);
      const greater = firstGreater(middle);
      if (first === undefined || greater === undefined) return;
      expect(toCanonical(first)).toBe(middle);
      expect(toCanonical(-nextDouble(-first))).toBeLessThan(middle);
      expect(toCanonical(greater)).toBeGreaterThan(middle);
      expect(toCanonical(-nextDouble(-greater))).toBe(middle);
    }),
    { numRuns: 5_000 },
  );
});

test.each([0, 1, -1, 0.1, 1e15, -1e-9, 2 ** 53, 1e-310])(
  "nothing lies between %d and its next double",
  (x) => {
    const next = nextDouble(x);
    expect(next).toBeGreaterThan(x);
    expect([x, next]).toContain(x + (next - x) / 2);
  },
);
