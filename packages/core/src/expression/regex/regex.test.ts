import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { check } from "../check/check.ts";
import { readScope } from "../context/scope.ts";
import { functionsByName } from "../extract/all-functions.ts";
import { compile, ExpressionError } from "../index.ts";
import { mayFail } from "../plan/may-fail.ts";
import { functions } from "./index.ts";
import { patternSize } from "./pattern.ts";

const columns = { T: "Text", P: "Text", R: "Text" } as const;
const [matches, extracted, replaced] = [
  "REGEXMATCH([T], [P])",
  "REGEXEXTRACT([T], [P])",
  "REGEXREPLACE([T], [P], [R])",
].map((source) => compile(source, { columns, functions })) as [Compiled, Compiled, Compiled];

type Compiled = ReturnType<typeof compile>;

/** Patterns that this engine and that of JavaScript read alike. */
const alike = fc.letrec<{ pattern: string; part: string; one: string }>((tie) => ({
  pattern: fc.array(tie("part"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
  part: fc
    .tuple(tie("one"), fc.constantFrom("", "", "*", "+", "?", "+?", "{2}", "{1,2}"))
    .map(([one, count]) => (mayBeEmpty(one) ? one : one + count)),
  one: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom("a", "b", "é", "🚢", "[ab]", "[^a]", ".", "\\d", "\\."),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
    tie("pattern").map((inner) => `(?:${inner})`),
  ),
})).pattern;

const texts = fc.string({
  unit: fc.constantFrom("a", "b", "c", "é", "🚢", "1", ".", " "),
  minLength: 1,
  maxLength: 12,
});
const numRuns = Number(process.env.TABLEWRIGHT_PATTERNS ?? 300);

describe("a pattern that JavaScript has too", () => {
  test("matches the same parts", () => {
    const property = fc.property(texts, alike, (T, P) => {
      const regex = readAsJavaScript(P);
      fc.pre(regex !== undefined && patternSize(P) <= 500);
      expect(matches.evaluate({ row: { T, P } })).toBe(regex?.test(T));
      expect(extracted.evaluate({ row: { T, P } })).toBe(regex?.exec(T)?.[0] || null);
    });
    fc.assert(property, { numRuns });
  });

  test("is replaced in the same places, where it matches no empty text", () => {
    const property = fc.property(texts, alike, (T, P) => {
      const regex = readAsJavaScript(P);
      fc.pre(regex !== undefined && !mayBeEmpty(P) && patternSize(P) <= 500);
      const expected = T.replaceAll(new RegExp(P, "gu"), "<$&>") || null;
      expect(replaced.evaluate({ row: { T, P, R: "<$0>" } })).toBe(expected);
    });
    fc.assert(property, { numRuns });
  });
});

/** What is repeated and may match an empty text is repeated differently by the two. */
function mayBeEmpty(pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`, "u").test("");
}

function readAsJavaScript(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

const pieces = fc.array(
  fc.constantFrom(
    ...[
      "a",
      "(",
      ")",
      "(?:",
      "(?P<n>",
      "(?i)",
      "[",
      "]",
      "[^",
      "[[:alpha:]]",
      "\\pL",
      "\\p{Greek}",
      "\\Q",
      "\\E",
    ],
    ...[
      "{3}",
      "{1,7}",
      "{0,}",
      "{",
      "*",
      "+",
      "?",
      "|",
      "\\",
      "\\1",
      "(?=",
      "^",
      "$",
      ".",
      "-",
      '"',
      "🚢",
      "$1",
      "\\b",
    ],
  ),
  { maxLength: 14 },
);

test("any text is a pattern or a located error, and so is a constant", () => {
  const codes = new Set(["call/pattern", "run/pattern", "limit/pattern"]);
  const property = fc.property(pieces, texts, (parts, T) => {
    const row = { T, P: parts.join(""), R: parts.join("") };
    for (const one of [matches, extracted, replaced]) {
      try {
        one.evaluate({ row });
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
        expect(codes).toContain((error as ExpressionError).code);
      }
    }
    const source = `REGEXMATCH([T], "${row.P.replaceAll('"', '""')}")`;
    const { ok, diagnostics } = compile(source, { columns, functions });
    if (ok) return;
    expect(codes).toContain(diagnostics[0]?.code);
    expect(diagnostics[0]?.start).toBeGreaterThanOrEqual(16);
    expect(diagnostics[0]?.end).toBeLessThanOrEqual(source.length - 1);
  });
  fc.assert(property, { numRuns });
});

test("what is compiled is hardly larger than was counted before", () => {
  const property = fc.property(pieces, (parts) => {
    const pattern = parts.join("");
    fc.pre(patternSize(pattern) <= 500);
    let size = 0;
    try {
      size = RE2JS.compile(pattern).programSize();
    } catch {
      fc.pre(false);
    }
    expect(size).toBeLessThanOrEqual(2 * patternSize(pattern) + 8);
  });
  const examples: [string[]][] = [[["a", "{1,7}", "(?i)", "{3}"]]];
  fc.assert(property, { numRuns, examples });
});

test.each([
  ["a(b", "a(b", "missing closing )"],
  ["x[a", "[a", "missing closing ]"],
  ["[**]a**", "**", "invalid nested repetition operator"],
  ['"a"\\k', "\\k", "invalid escape sequence"],
  ["a(?=b)", "(?=", "invalid or unsupported Perl syntax"],
])("of the constant %s the part %s is marked", (pattern, marked, reason) => {
  const source = `REGEXMATCH("", "${pattern.replaceAll('"', '""')}")`;
  const [error] = compile(source, { functions }).diagnostics;
  expect(error).toMatchObject({ code: "call/pattern", message: `"${pattern}" is no pattern: ${reason}.` });
  expect(source.slice(error?.start, error?.end)).toBe(marked);
});

test.each([
  ['REGEXMATCH([T], "a")', false],
  ["REGEXMATCH([T], [P])", true],
  ['REGEXREPLACE([T], "(a)", "$1")', false],
  ['REGEXREPLACE([T], "(a)", [R])', true],
])("whether %s may fail, so that no store tries other conditions first, is %s", (source, fails) => {
  const { output } = check(source, readScope(functionsByName, { columns }));
  expect(output && mayFail(output)).toBe(fails);
});

describe("limits", () => {
  test.each([
    [499, true],
    [500, true],
    [501, false],
  ])("a pattern of %d parts", (count, isTaken) => {
    const pattern = `${"a".repeat(count - 200)}b{200}`;
    const { diagnostics } = compile(`REGEXMATCH("a", "${pattern}")`, { functions });
    expect(diagnostics.map(({ code }) => code)).toEqual(isTaken ? [] : ["limit/pattern"]);
    const run = () => matches.evaluate({ row: { T: "a", P: pattern } });
    if (isTaken) expect(run()).toBe(false);
    else expect(run).toThrow(expect.objectContaining({ code: "limit/pattern" }));
  });

  test.each([
    [399, true],
    [400, true],
    [401, false],
  ])("five patterns, one of %d parts and four of 400", (count, isTaken) => {
    const calls = [400, 400, 400, 400, count].map((size) => `REGEXMATCH("a", "a{${size}}")`);
    const { diagnostics } = compile(`AND(${calls.join(", ")})`, { functions });
    expect(diagnostics.map(({ code }) => code)).toEqual(isTaken ? [] : ["limit/pattern"]);
  });

  test("a text times a pattern", () => {
    const size = RE2JS.compile("ax").programSize();
    const most = Math.floor(1_000_000 / size);
    for (const length of [most - 1, most])
      expect(matches.evaluate({ row: { T: "a".repeat(length), P: "ax" } })).toBe(false);
    expect(() => matches.evaluate({ row: { T: "a".repeat(most + 1), P: "ax" } })).toThrow(
      expect.objectContaining({ code: "limit/pattern" }),
    );
  });

  test("each search is charged, and so is each pattern that is compiled", () => {
    const limits = { fuel: 2_000 };
    const row = { T: "ab".repeat(200), P: "a", R: "x" };
    expect(matches.evaluate({ row, limits })).toBe(true);
    for (const [one, P] of [
      [replaced, "[ab]"],
      [matches, "c{490}"],
    ] as const)
      expect(() => one.evaluate({ row: { ...row, P }, limits })).toThrow(
        expect.objectContaining({ code: "limit/fuel" }),
      );
  });

  test("so is a search that looks to the end of the text after each match", () => {
    const row = { T: "a".repeat(20_000), P: "a.*z|a", R: "x" };
    expect(() => replaced.evaluate({ row, limits: { fuel: 200_000 } })).toThrow(
      expect.objectContaining({ code: "limit/fuel" }),
    );
  });

  test("what is built is bounded before it is built", () => {
    const row = { T: "a".repeat(2_000), P: "a", R: "x".repeat(1_000) };
    expect(() => replaced.evaluate({ row })).toThrow(expect.objectContaining({ code: "limit/text-length" }));
  });
});
