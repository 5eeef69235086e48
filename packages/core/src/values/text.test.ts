import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../conformance/any-text.ts";
import {
  compareCodePoints,
  compareText,
  countCharacters,
  equalText,
  foldText,
  isWellFormedText,
  sliceCharacters,
} from "./text.ts";

/** Texts in which every path of the fold and the order meets: ASCII, other letters, emoji, lone surrogates. */
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "B", "Z", "[", "_", "é", "İ", "K", "ß", "Σ", "\u{1f6a2}", "\uffee", "\ud800"),
  }),
  anyText(),
);

describe("comparison of texts", () => {
  test.each([
    ["harbour", "HARBOUR", 0],
    ["a", "B", -1],
    ["Z", "a", 1],
    ["_", "a", -1],
    ["Z", "_", 1],
    ["", "a", -1],
    ["ab", "a", 1],
    ["ÉCLAIR", "éclair", 0],
    ["K", "k", 0], // the Kelvin sign
    ["ΟΔΟΣ", "οδος", 0],
    ["straße", "STRASSE", 1],
    ["\u{1f6a2}", "\uffee", 1], // UTF-16 order says the opposite
  ])("%s and %s", (a, b, sign) => {
    expect(Math.sign(compareText(a, b))).toBe(sign);
    expect(Math.sign(compareText(b, a)) + sign).toBe(0);
    expect(equalText(a, b)).toBe(sign === 0);
  });

  test("is the code-point order of the folds, a total order", () => {
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(compareCodePoints(foldText(a), foldText(b))));
        expect(compareText(a, b) === 0).toBe(foldText(a) === foldText(b));
        expect(Math.sign(compareText(a, b)) + Math.sign(compareText(b, a))).toBe(0);
        if (compareText(a, b) <= 0 && compareText(b, c) <= 0)
          expect(compareText(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test("compareCodePoints agrees with the code points one by one", () => {
    const wellFormed = anyText();
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(compareArrays(codePoints(a), codePoints(b)));
      }),
    );
  });
});

describe("characters", () => {
  test.each([
    ["\u{1f6a2} x", 0, 1, "\u{1f6a2}"],
    ["a\u{1f6a2}b", 1, 3, "\u{1f6a2}b"],
    ["abc", -2, 2, "ab"],
    ["abc", 2, 99, "c"],
    ["abc", 5, 9, ""],
    ["abc", 2, 1, ""],
  ])("%s from %i to %i", (text, start, end, expected) => {
    expect(sliceCharacters(text, start, end)).toBe(expected);
  });

  test("are code points", () => {
    fc.assert(
      fc.property(texts, fc.nat(12), fc.nat(12), (text, start, end) => {
        expect(countCharacters(text)).toBe([...text].length);
        expect(sliceCharacters(text, start, end)).toBe([...text].slice(start, end).join(""));
        expect(sliceCharacters(text, start)).toBe([...text].slice(start).join(""));
      }),
    );
  });

  test.each([
    ["plain", true],
    ["\u{1f6a2}", true],
    ["a\0b", false],
    ["\ud83d", false],
    ["x\udea2", false],
  ])("%j is well formed: %s", (text, expected) => {
    expect(isWellFormedText(text)).toBe(expected);
  });
});

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) as number);
}

function compareArrays(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((point, index) => point !== b[index]);
  return Math.sign(at < 0 || at >= b.length ? a.length - b.length : (a[at] as number) - (b[at] as number));
}
