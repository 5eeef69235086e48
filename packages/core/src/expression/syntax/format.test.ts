import { describe, expect, test } from "vitest";
import { describe as describeFunction, functions } from "../index.ts";
import { parse } from "./parse.ts";
import { formatSource, print } from "./print.ts";

const long =
  'if(and([Price]>2,[Status]="Open, and not yet paid"),filter("Orders",[Price]>[_THISROW].[Price]),list("a","b")+list("c"))';

describe("canonical layout", () => {
  test.each([
    ["  left( [a],2 )&'x'", 'LEFT([a], 2) & "x"'],
    ["=1+2*( 3-4 )", "=1 + 2 * (3 - 4)"],
    ["true", "TRUE"],
    ["1 +", "1 +"],
    [
      long,
      [
        "IF(",
        '  AND([Price] > 2, [Status] = "Open, and not yet paid"),',
        '  FILTER("Orders", [Price] > [_THISROW].[Price]),',
        '  LIST("a", "b") + LIST("c")',
        ")",
      ].join("\n"),
    ],
  ])("%s", (source, formatted) => {
    expect(formatSource(source)).toBe(formatted);
  });

  test("is its own layout, and means the same", () => {
    const chain = Array.from({ length: 40 }, (_, index) => `[Column ${index}] * (${index} + 1)`).join(" + ");
    for (const source of [long, chain, `-(${chain})`, `{${chain}, 1}`]) {
      const formatted = formatSource(source);
      expect(formatSource(formatted)).toBe(formatted);
      const [before, after] = [source, formatted].map((text) => parse(text).output);
      expect(after && print(after).toUpperCase()).toBe(before && print(before).toUpperCase());
    }
  });
});

test("a function is described as it is declared", () => {
  expect(describeFunction("top")).toMatchObject({
    name: "TOP",
    syntax: "TOP(list, count)",
    category: "list",
    parameters: functions.find(({ name }) => name === "TOP")?.parameters,
    details: expect.stringMatching(/\.$/),
    examples: expect.arrayContaining([[expect.any(String), expect.any(Array)]]),
  });
  expect(describeFunction("constructor")).toBeUndefined();
});
