/** What a context of the public face may be, and what it is where it says nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, ExpressionError } from "../index.ts";
import type { EvaluationContext } from "../parts.ts";
import type { JsonRow } from "./object-reader.ts";

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
  ["random", { random: () => Number.NaN }],
  ["random", { random: () => 1 }],
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
  ["limits.fuel", { limits: { fuel: "x" } }],
  ["limits.fuel", { limits: { fuel: -1 } }],
  ["limits.milliseconds", { limits: { milliseconds: Number.NaN } }],
  ["context", 5],
  ["context", null],
])("a wrong form of %s is an ExpressionError: %j", (name, context) => {
  const tables = { T: { key: "a", columns: { a: "Text" } } };
  const compiled = compile(READING[name] ?? "COUNT(T[a])", { table: "T", tables });
  expect(compiled.diagnostics).toEqual([]);
  expect(() => compiled.evaluate(context as EvaluationContext)).toThrow(ExpressionError);
  expect(() => compiled.evaluate(context as EvaluationContext)).toThrow(`in "${name}" cannot be read as`);
});

const itself: Record<string, unknown> = {};
itself.itself = itself;

test.each<[unknown, string]>([
  ["five", '"five"'],
  [1.5, '"1.5"'],
  [true, "true"],
  [{ a: "b" }, '{"a":"b"}'],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
  [5n, "The bigint 5"],
  [Symbol("five"), "A value of the kind symbol"],
  [() => 5, "A value of the kind function"],
  [itself, "An object that holds itself"],
  [new Date(0), "The Date 1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), "An invalid Date"],
])("a cell that does not read is named as what it is: %o", (cell, named) => {
  const row = { n: cell } as JsonRow;
  expect(() => compile("[n]", { columns: { n: "Number" } }).evaluate({ row })).toThrow(
    `${named} in "n" cannot be read as Number.`,
  );
});

describe("a column of chosen values", () => {
  const values = ["Open", "Closed"];
  const columns = {
    one: { type: "Enum", values },
    many: { type: "EnumList", values },
    open: { type: "Enum", values, allowOtherValues: true },
  };

  test.each<[source: string, row: JsonRow, answer: unknown]>([
    ["[one]", { one: "open" }, "Open"],
    ["[one]", { one: null }, null],
    ["[one]", { one: "Gone" }, '"Gone" in "one" cannot be read as one of "Open", "Closed".'],
    ["[many]", { many: ["closed"] }, ["Closed"]],
    ["[many]", { many: [] }, []],
    ["[many]", { many: ["Gone"] }, '["Gone"] in "many" cannot be read as a list of "Open", "Closed".'],
    ["[open]", { open: "Gone" }, "Gone"],
  ])("%s of %j is %j", (source, row, answer) => {
    const evaluate = () => {
      try {
        return compile(source, { columns }).evaluate({ row });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(evaluate()).toEqual(answer);
  });

  test("a text that it is compared with, and that is none of them, is warned of", () => {
    const codes = (source: string) => compile(source, { columns }).diagnostics.map(({ code }) => code);
    expect(codes('[one] = "Gone"')).toEqual(["type/not-a-choice"]);
    expect(codes('[open] = "Gone"')).toEqual([]);
  });
});

test("a fraction of a second is dropped, of a Time as of a DateTime", () => {
  const columns = { at: "Time", moment: "DateTime" };
  const row = { at: "10:00:00.75", moment: "2026-01-31T10:00:00.75" };
  expect(compile("LIST([at] - TIME([moment]))", { columns }).evaluate({ row })).toEqual(["000:00:00"]);
  expect(compile('TIME("10:00:00.75") = [at]', { columns }).evaluate({ row })).toBe(true);
});

test("a wrong context is an ExpressionError where it is bound, too", () => {
  expect(() => compile("1").bind(5 as EvaluationContext)).toThrow(ExpressionError);
  expect(() => compile("1").map([{}], null as unknown as EvaluationContext)).toThrow(ExpressionError);
});

describe("a cell that is an instant", () => {
  const scope = { columns: { at: "DateTime", day: "Date", all: { type: "List", itemType: "DateTime" } } };
  const instant = "2024-07-01T22:30:00Z";

  test.each<[string, unknown, string]>([
    ["text with Z", instant, "2024-07-02T00:30:00"],
    ["text with an offset", "2024-07-01 17:30:00-05:00", "2024-07-02T00:30:00"],
    ["text with Z and fractions", "2024-07-01T22:30:00.999Z", "2024-07-02T00:30:00"],
    ["a Date", new Date(instant), "2024-07-02T00:30:00"],
    ["a wall clock", "2024-07-01T22:30:00", "2024-07-01T22:30:00"],
  ])("is read by the clock of the context: %s", (_, at, read) => {
    const context = { row: { at }, timezone: "Europe/Berlin" } as EvaluationContext;
    expect(compile("[at]", scope).evaluate(context)).toBe(read);
    expect(compile("[at]", scope).map([{ at }], { timezone: "Europe/Berlin" })).toEqual([read]);
    expect(compile("[_THISROW_BEFORE].[at]", scope).evaluate({ ...context, before: { at: null } })).toBe(
      null,
    );
    const tables = { T: { key: "at", columns: { at: "DateTime" } } };
    const rows = { tables: { T: [{ at }] }, timezone: "Europe/Berlin" } as EvaluationContext;
    expect(compile("T[at]", { tables }).evaluate(rows)).toEqual([read]);
  });

  test("is now in any zone", () => {
    const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "+07:00", "UTC-3:30"];
    const anInstant = fc.oneof(
      fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }),
      fc.integer({ min: -7_200, max: 7_200 }).map((near) => Date.UTC(2024, 9, 27, 1) / 1_000 + near),
    );
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...zones), (seconds, timezone) => {
        const now = new Date(seconds * 1_000);
        const wall = compile("NOW()").evaluate({ now, timezone });
        for (const at of [now, now.toISOString(), now.toISOString().replace("Z", "+00:00")]) {
          const context = { now, timezone, row: { at } };
          expect(compile("[at]", scope).evaluate(context)).toBe(wall);
          expect(
            compile("AND([at] <= NOW(), [at] = NOW(), DATE([at]) = TODAY())", scope).evaluate(context),
          ).toBe(true);
        }
      }),
    );
  });

  test("gives its day in a Date column, and is read in lists", () => {
    const row = { day: new Date(instant), all: [instant] };
    expect(compile("[day]", scope).evaluate({ row, timezone: "Europe/Berlin" })).toBe("2024-07-02");
    expect(compile("[all]", scope).evaluate({ row, timezone: "Europe/Berlin" })).toEqual([
      "2024-07-02T00:30:00",
    ]);
  });

  test.each([new Date(Number.NaN), {}])("is none: %s", (at) => {
    expect(() => compile("[at]", scope).evaluate({ row: { at } } as EvaluationContext)).toThrow(
      ExpressionError,
    );
  });

  test("UTCNOW is the instant that was given, also where the clock shows it twice", () => {
    const now = "2024-10-27T01:30:00Z";
    expect(evaluate("UTCNOW()", { now, timezone: "Europe/Berlin" })).toBe("2024-10-27T01:30:00");
  });
});

describe("a date that a cell has as text", () => {
  test.each([
    ["de-DE", "31.12.2024", "2024-12-31"],
    ["en-GB", "31/12/2024", "2024-12-31"],
    ["en-US", "12/31/2024", "2024-12-31"],
    ["de-DE", "2024-12-31", "2024-12-31"],
    ["en-US", "2024-12-31", "2024-12-31"],
  ])("is read as the scope's locale %s writes it, and as ISO: %s", (locale, text, read) => {
    const scope = { columns: { day: "Date", at: "DateTime" }, locale };
    expect(compile("[day]", scope).evaluate({ row: { day: text }, locale: "ja-JP" })).toBe(read);
    expect(compile("[at]", scope).evaluate({ row: { at: `${text} 10:00:00` } })).toBe(`${read}T10:00:00`);
  });
});

describe("a Number column", () => {
  const compiled = compile("[Q] / 2", { columns: { Q: "Number" } });

  test.each([1.5, 1e300, 2 ** 53, Number.NaN])("does not take %d", (Q) => {
    expect(() => compiled.evaluate({ row: { Q } })).toThrow(/"Q"/);
    expect(() => compiled.map([{ Q }])).toThrow(/"Q"/);
  });

  test("says what it was given, in quotes once", () => {
    expect(() => compiled.evaluate({ row: { Q: "5" } })).toThrow(/^"5" in "Q" cannot be read as Number/);
  });

  test.each([
    [7, 3],
    [-0, 0],
    [null, 0],
  ])("takes %d", (Q, half) => {
    expect(compiled.evaluate({ row: { Q } })).toBe(half);
  });
});

test("a part that reads no column of the row is computed once for all rows of a request", () => {
  const scope = { table: "T", tables: { T: { key: "A", columns: { A: "Number" } } } } as const;
  const rows = Array.from({ length: 40 }, (_, at) => ({ A: at }));
  const context = { tables: { T: rows }, limits: { fuel: 1_000 } };
  const nested = compile(`COUNT(FILTER("T", COUNT(FILTER("T", TRUE)) > [A])) + [A]`, scope);
  expect(nested.evaluate({ ...context, row: { A: 2 } })).toBe(42);
  expect(nested.map(rows, context)).toEqual(rows.map(({ A }) => A + 40));
  expect(nested.bind(context)({ A: 1 })).toBe(41);
  const drawn = compile(`COUNT(FILTER("T", RANDBETWEEN(0, 9) > 5)) + [A]`, scope);
  let draws = 0;
  drawn.map(rows, { tables: { T: rows }, random: () => (draws++ % 2) / 2 });
  expect(draws).toBe(1_600);
});
