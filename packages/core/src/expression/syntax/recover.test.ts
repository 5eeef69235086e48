import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLACEHOLDER, partsWithin } from "./ast.ts";
import { parse, recover } from "./parse.ts";
import { print } from "./print.ts";

test.each([
  ["[Price] + ", "[Price] + [?]"],
  ["LEFT([Status], ", "LEFT([Status], [?])"],
  ["LEFT(, 2)", "LEFT([?], 2)"],
  ["SUM([Price] + ) * [Rate]", "SUM([Price] + [?]) * [Rate]"],
  ["([Price] + 1", "[Price] + 1"],
  ["[Pri + 1", "[Pri] + 1"],
  ['"open', '"open"'],
  ["[Customer].", "[Customer].[?]"],
  ["1, 2", "1 & 2"],
  ["[a] AND [b]", "[a] & [b]"],
  ["x or [b]", "x & [b]"],
  ["[a] == 1", "[a] = 1"],
  ["[a] [b]", "[a][b]"],
  ["AND([Total] > 5 [Paid])", "AND([Total] > 5[Paid])"],
  ['IF([a] "x" LEFT([b], 1))', 'IF([a] & "x" & LEFT([b], 1))'],
  ["LEFT([a]; 2)", "LEFT([a], 2)"],
  ["LEFT(“a”, 2)", 'LEFT("a", 2)'],
  ["(1} * 2", "1 * 2"],
  ["{LEFT([a], 1} & [b]", "{LEFT([a], 1)} & [b]"],
  ["1 + 2) * 3", "1 + 2 & [?] * 3"],
  ["@(TODAY) + [a]", "@(TODAY) + [a]"],
  ["", "[?]"],
])("%j is read as %j", (source, printed) => {
  const { output } = recover(source);
  expect(output && print(output).replaceAll(PLACEHOLDER, "?")).toBe(printed);
});

describe("every error of a source, in its order", () => {
  test.each([
    ["1 + * 2", ["syntax/value-expected 4-5"]],
    ["IF([a],,2) + * 3", ["syntax/empty-argument 7-8", "syntax/value-expected 13-14"]],
    ["LEFT(,,)", ["syntax/empty-argument 5-6", "syntax/empty-argument 6-7", "syntax/empty-argument 7-8"]],
    ["[a] AND [b] == 2", ["syntax/infix-word 4-7", "syntax/double-equals 12-14"]],
    [
      "LEFT([a]; 2) + SUM(b; c",
      ["syntax/unknown-character 8-9", "syntax/unknown-character 20-21", "syntax/missing-bracket 18-19"],
    ],
    [
      "{1, 2) + [a].x + 3 4",
      ["syntax/unexpected-bracket 5-6", "syntax/dereference 12-14", "syntax/operator-expected 19-20"],
    ],
    ["(1, 2) + [b", ["syntax/operator-expected 2-3", "syntax/missing-bracket 9-10"]],
    ["1 & 2) + (3", ["syntax/unexpected-bracket 5-6", "syntax/missing-bracket 9-10"]],
    [
      "@(TODAY) - [a] ! 2 + “x”",
      ["syntax/legacy-name 0-8", "syntax/unknown-character 15-16", "syntax/unknown-character 21-22"],
    ],
  ])("%s", (source, expected) => {
    const found = parse(source).diagnostics.map(({ code, start, end }) => `${code} ${start}-${end}`);
    expect(found).toEqual(expected);
  });

  test.each([
    ['LEFT("it"s", 2)', "what an unclosed text swallows is not missing"],
    ["LEFT(", "a bracket is not missing where a value is"],
    ["a || b", "a sign of two characters is one"],
  ])("%s has one error: %s", (source) => expect(parse(source).diagnostics).toHaveLength(1));

  test("no more than 20 are reported, in linear time", () => {
    expect(parse("1 + ! ".repeat(5_000)).diagnostics).toHaveLength(20);
    expect(parse("[".repeat(9_000)).diagnostics[0]?.code).toBe("syntax/missing-bracket");
  });
});

const piece = fc.constantFrom(
  ..."[ ] ( ) { } \" ' , . = + ; ! @ “ ” ==".split(" "),
  ..."[a] [b] FILTER( AND LEFT( Orders[x] 12 \0 🚢 >= @(_NOW) NOT TRUE".split(" ").map((one) => ` ${one} `),
);
const sources = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

test("any source has a tree within it, and errors unless it reads; each is in its text", () => {
  fc.assert(
    fc.property(sources, (source) => {
      const { output, diagnostics } = recover(source);
      expect(parse(source).output).toEqual(diagnostics.length === 0 ? output : undefined);
      if (output === undefined) throw new Error("no tree");
      const parts = [...partsWithin(output)];
      expect(parts.some((part) => part.kind === "column" && part.name === PLACEHOLDER)).toBe(
        diagnostics.length > 0 && parts.some((part) => part.kind === "column" && part.name === PLACEHOLDER),
      );
      for (const { start = -1, end = -1 } of [...parts, ...diagnostics]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(source.length);
      }
    }),
  );
});

test("two mistakes far from each other are both reported, with the places that each has by itself", () => {
  const mistakes = ["1 + * 2", "LEFT([a],,2)", "[a] == 1", "3 4", "[a].x & 1", "LEFT([a]; 2)"];
  const mistake = fc.constantFrom(...mistakes);
  fc.assert(
    fc.property(mistake, mistake, (first, second) => {
      const before = `CONCATENATE([x], ${first}, [y], `;
      const { diagnostics } = parse(`${before}${second}, [z])`);
      const alone = (source: string, by: number) =>
        parse(source).diagnostics.map(({ code, start = 0 }) => [code, start + by]);
      expect(diagnostics.map(({ code, start }) => [code, start])).toEqual([
        ...alone(first, "CONCATENATE([x], ".length),
        ...alone(second, before.length),
      ]);
    }),
  );
});
