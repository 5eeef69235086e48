import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareValues, equalValues, type Family, hashOf, sameKey } from "./compare.ts";
import type { Value } from "./value.ts";

const whole = fc.integer({ min: -100_000, max: 100_000 });
const texts = fc.oneof(
  fc.constantFrom("a", "A", "é", "É", "\u{1f6a2}", "\uffee", "1"),
  fc.string({ minLength: 1 }),
);
const numbers = fc.oneof(
  fc.constantFrom(0.3, 0.1 + 0.2, 0, -0, 1, 1 - 1e-16, 2 ** 53 - 1, 2 ** 53 - 2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const booleans = fc.boolean();
const items = fc.oneof(texts, numbers, booleans, fc.constant(null));

const valuesOf: Record<Family, fc.Arbitrary<Value>> = {
  text: texts,
  number: numbers,
  "yes/no": booleans,
  date: whole,
  time: whole,
  datetime: whole,
  duration: whole,
  point: fc.constantFrom("51.507400, -0.127800", "0.000000, 0.000000", "50.00, 25.00"),
  list: fc.array(items, { maxLength: 3 }),
  object: fc.array(fc.oneof(items, fc.array(items, { maxLength: 2 })), { maxLength: 3 }),
};

const families = Object.keys(valuesOf) as Family[];

describe.each(families)("%s", (family) => {
  const values = fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: valuesOf[family] },
  );

  test("has a total order, blanks first", () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        expect(Math.sign(compareValues(a, b, family)) + Math.sign(compareValues(b, a, family))).toBe(0);
        expect(compareValues(a, a, family)).toBe(0);
        if (compareValues(a, b, family) <= 0 && compareValues(b, c, family) <= 0) {
          expect(compareValues(a, c, family)).toBeLessThanOrEqual(0);
        }
        if (a !== null) expect(compareValues(null, a, family)).toBeLessThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("has one equality, which order and hash follow", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const isEqual = equalValues(a, b, family);
        expect(compareValues(a, b, family) === 0).toBe(isEqual);
        expect(hashOf(a, family) === hashOf(b, family)).toBe(isEqual);
        expect(equalValues(a, null, family)).toBe(a === null);
      }),
      { numRuns: 500 },
    );
  });
});

describe("equality", () => {
  test.each<[Value, Value, Family, boolean]>([
    ["Open", "OPEN", "text", true],
    ["a", "b", "text", false],
    [0.1 + 0.2, 0.3, "number", true],
    [1e15 + 1, 1e15 + 2, "number", false],
    [2 ** 53 - 1, 2 ** 53 - 2, "number", false],
    [0.1, 0.100000000000001, "number", false],
    [0, null, "number", false],
    [false, null, "yes/no", false],
    [1, 2, "date", false],
    [["a", 0.3], ["A", 0.1 + 0.2], "list", true],
    [["a", "b"], ["b", "a"], "list", false],
    [["1"], [1], "list", false],
    [[null], [], "list", false],
    [['["a"]'], [["a"]], "list", false],
  ])("%j and %j as %s: %s", (a, b, family, expected) => {
    expect(equalValues(a, b, family)).toBe(expected);
    expect(hashOf(a, family) === hashOf(b, family)).toBe(expected);
  });

  test("of keys is exact", () => {
    expect(sameKey("a", "a")).toBe(true);
    expect(sameKey("a", "A")).toBe(false);
    expect(sameKey(1, "1")).toBe(false);
  });
});
