/** What a context of the public face may be, and what it is where it says nothing. */
import { describe, expect, test } from "vitest";
import { compile, ExpressionError } from "../index.ts";
import type { EvaluationContext } from "../parts.ts";

const evaluate = (source: string, context?: unknown) =>
  compile(source).evaluate(context as EvaluationContext);

describe("now", () => {
  const instant = Date.UTC(2026, 2, 14, 15, 9, 26, 999);

  test.each<[string, EvaluationContext, string]>([
    ["a wall clock", { now: "2026-03-14T15:09:26", timezone: "Asia/Tokyo" }, "2026-03-14T15:09:26"],
    ["milliseconds", { now: instant }, "2026-03-14T15:09:26"],
    ["milliseconds, in a zone", { now: instant, timezone: "Asia/Tokyo" }, "2026-03-15T00:09:26"],
    ["a Date, in a zone", { now: new Date(instant), timezone: "America/New_York" }, "2026-03-14T11:09:26"],
    ["text with an offset", { now: "2026-03-14T15:09:26Z", timezone: "Asia/Tokyo" }, "2026-03-15T00:09:26"],
    ["before 1970", { now: -1 }, "1969-12-31T23:59:59"],
  ])("%s", (_, context, now) => {
    expect(evaluate("NOW()", context)).toBe(now);
  });

  test("is the real clock where the context does not say", () => {
    const before = Math.floor(Date.now() / 1000);
    const now = Date.parse(`${evaluate("NOW()")}Z`) / 1000;
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now() / 1000);
  });
});

test("chance is the platform's where the context does not say", () => {
  const ids = Array.from({ length: 20 }, () => evaluate("UNIQUEID()"));
  expect(new Set(ids).size).toBe(20);
  expect(evaluate("UNIQUEID()", { random: () => 0 })).toBe("00000000");
});

interface Line {
  readonly Price: number;
  readonly Count?: number;
}

interface Settings {
  readonly most: string;
}

test("rows and values may have a type of their own", () => {
  const columns = { Price: "Price", Count: "Number" };
  const source = `[Price] * [Count] + [_THISROW_BEFORE].[Count] + SUM(Lines[Price]) + NUMBER(USERSETTINGS("most"))`;
  const compiled = compile(source, { table: "Lines", tables: { Lines: { key: "Price", columns } } });
  const row: Line = { Price: 2.5, Count: 4 };
  const settings: Settings = { most: "1000" };
  const context: EvaluationContext = {
    row,
    before: { Price: 1, Count: 1 },
    tables: { Lines: [row] },
    settings,
  };
  expect(compiled.evaluate(context)).toBe(1013.5);
});

const READING: Readonly<Record<string, string>> = {
  now: "NOW()",
  timezone: "NOW()",
  locale: "TEXT(NOW())",
  location: "HERE()",
  random: "UNIQUEID()",
  clock: "COUNT(T[a])",
  user: "USEREMAIL()",
  row: "[a]",
  before: "[_THISROW_BEFORE].[a]",
  settings: 'USERSETTINGS("a")',
  parameters: "[_PARAM].[a]",
  inputs: 'INPUT("a", "b")',
};

test.each<[string, unknown]>([
  ["now", { now: new Date(Number.NaN) }],
  ["now", { now: Number.POSITIVE_INFINITY }],
  ["now", { now: 1e18 }],
  ["now", { now: "yesterday" }],
  ["now", { now: {} }],
  ["timezone", { timezone: "Mars/Base" }],
  ["timezone", { timezone: 5 }],
  ["locale", { locale: "no locale" }],
  ["locale", { locale: 5 }],
  ["location", { location: 5 }],
  ["location", { location: "here" }],
  ["random", { random: 0.5 }],
  ["clock", { clock: 5 }],
  ["user", { user: "ann@example.com" }],
  ["row", { row: [1, 2] }],
  ["before", { before: 5 }],
  ["tables", { tables: [] }],
  ["tables.T", { tables: { T: {} } }],
  ["tables.T", { tables: { T: [5] } }],
  ["settings", { settings: 5 }],
  ["parameters", { parameters: "a" }],
  ["inputs", { inputs: [] }],
  ["limits", { limits: 5 }],
  ["context", 5],
  ["context", null],
])("a wrong form of %s is an ExpressionError: %j", (name, context) => {
  const tables = { T: { key: "a", columns: { a: "Text" } } };
  const compiled = compile(READING[name] ?? "COUNT(T[a])", { table: "T", tables });
  expect(compiled.diagnostics).toEqual([]);
  expect(() => compiled.evaluate(context as EvaluationContext)).toThrow(ExpressionError);
  expect(() => compiled.evaluate(context as EvaluationContext)).toThrow(`in "${name}" cannot be read as`);
});
