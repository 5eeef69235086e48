import { check, evaluateRow, runToEnd } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  EvaluationError,
  Meter,
  type RequestContext,
  type Value,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScope } from "../../../core/conformance/read-context.ts";
import { ColumnTable } from "./column-table.ts";
import { selectWhereAll } from "./select-where-all.ts";

const columns = {
  Whole: "Number",
  Other: "Number",
  Price: "Price",
  Share: "Percent",
  Name: "Text",
  City: "Text",
  Day: "Date",
  Until: "Date",
  At: "DateTime",
  Took: "Duration",
  Member: "Yes/No",
  Tags: { type: "List", itemType: "Text" },
} as const;

const numbers = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(0, 18, 2 ** 53 - 1, -(2 ** 53 - 1), 94_906_267),
);
const decimals = fc.oneof(
  numbers,
  fc.integer({ min: -300, max: 300 }).map((cents) => cents / 100),
  fc.constantFrom(0.1, 0.2, 0.3, 1e-9, 123456789.123456, 1e300, -1e300, 999999999999999),
);
const texts = fc.constantFrom(
  "a",
  "A",
  "Anna",
  "ANNA",
  "Zoë",
  "zoË",
  "straße",
  "İstanbul",
  "ΣΑΣ",
  "𠮷子",
  "K",
  "k",
  "an n",
);
const days = fc.integer({ min: 17_000, max: 17_010 });

const cells: Readonly<Record<keyof typeof columns, fc.Arbitrary<Value>>> = {
  Whole: numbers,
  Other: numbers,
  Price: decimals,
  Share: decimals,
  Name: texts,
  City: texts,
  Day: days,
  Until: days,
  At: days.map((day) => day * 86_400 + 3_600),
  Took: fc.integer({ min: -7_200, max: 7_200 }),
  Member: fc.boolean(),
  Tags: fc.array(texts, { maxLength: 2 }),
};

const row = fc.tuple<Value[]>(
  ...Object.entries(cells).map(([name, cell]) => (name === "Tags" ? cell : fc.option(cell, { freq: 4 }))),
);

const quoted = texts.map((text) => `"${text}"`);
const date = days.map((day) => `"${new Date(day * 86_400_000).toISOString().slice(0, 10)}"`);
const plainDecimal = fc.constantFrom(
  "0",
  "1",
  "-1",
  "0.3",
  "2.5",
  "18",
  "0.1",
  "1 / 3",
  "9007199254740991",
  "0.30000000000000004",
);
const compare = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");

const source = fc.letrec<Record<"condition" | "number" | "text" | "date", string>>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("[Whole]", "[Other]", "[Price]", "[Share]", "LEN([Name])"),
    plainDecimal,
    fc
      .tuple(tie("number"), fc.constantFrom("+", "-", "*", "/", "%"), tie("number"))
      .map((parts) => `(${parts.join(" ")})`),
    tie("number").map((operand) => `-(${operand})`),
    fc.tuple(tie("condition"), tie("number"), tie("number")).map((parts) => `IF(${parts.join(", ")})`),
  ),
  text: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("[Name]", "[City]"),
    quoted,
    fc
      .tuple(
        fc.constantFrom("LEFT", "RIGHT"),
        fc.constantFrom("[Name]", "[City]"),
        fc.integer({ min: -1, max: 4 }),
      )
      .map(([name, text, count]) => `${name}(${text}, ${count})`),
    fc.tuple(tie("text"), tie("text")).map(([left, right]) => `(${left} & ${right})`),
    fc.tuple(tie("condition"), quoted, quoted).map((parts) => `IF(${parts.join(", ")})`),
  ),
  date: fc.oneof(fc.constantFrom("[Day]", "[Until]", "([Day] + [Whole])", "([Until] - 3)"), date),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("[Member]", "TRUE", "FALSE", "ISBLANK([Price])", "ISNOTBLANK([Name])", 'IN("a", [Tags])'),
    fc.constantFrom(
      '[Took] > "001:00:00"',
      '[At] >= "2016-07-20 01:00:00"',
      "[Member] = TRUE",
      "[Day] = [At]",
    ),
    fc.tuple(tie("number"), compare, tie("number")).map((parts) => parts.join(" ")),
    fc.tuple(fc.constantFrom("[Name]", "[City]"), compare, tie("text")).map((parts) => parts.join(" ")),
    fc.tuple(tie("text"), compare, fc.constantFrom("[Name]", "[City]")).map((parts) => parts.join(" ")),
    fc.tuple(fc.constantFrom("[Day]", "[Until]"), compare, tie("date")).map((parts) => parts.join(" ")),
    fc.tuple(date, compare, fc.constantFrom("[Day]", "[Until]")).map((parts) => parts.join(" ")),
    fc.tuple(date, date).map(([from, to]) => `AND([Day] >= ${from}, [Day] < ${to})`),
    fc
      .tuple(fc.constantFrom("[Name]", "[City]"), fc.array(quoted, { minLength: 1, maxLength: 4 }))
      .map(([text, items]) => `IN(${text}, LIST(${items.join(", ")}))`),
    fc
      .tuple(tie("number"), fc.array(plainDecimal, { minLength: 1, maxLength: 3 }))
      .map(([number, items]) => `IN(${number}, LIST(${items.join(", ")}))`),
    fc
      .tuple(fc.constantFrom("CONTAINS", "STARTSWITH", "ENDSWITH"), tie("text"), quoted)
      .map(([name, text, part]) => `${name}(${text}, ${part})`),
    fc
      .tuple(fc.constantFrom("AND", "OR"), fc.array(tie("condition"), { minLength: 1, maxLength: 4 }))
      .map(([name, conditions]) => `${name}(${conditions.join(", ")})`),
    tie("condition").map((condition) => `NOT(${condition})`),
    fc.tuple(tie("condition"), tie("condition"), tie("condition")).map((parts) => `IF(${parts.join(", ")})`),
  ),
})).condition;

const scopes = (["consistent", "legacy"] as const).map((blanks) => readScope({ columns, blanks } as Scope));

test("a condition over columns keeps the rows that it is TRUE for row by row", () => {
  let evaluated = 0;
  fc.assert(
    fc.property(
      source,
      fc.array(row, { maxLength: 30 }),
      fc.constantFrom(...scopes),
      (condition, rows, scope) => {
        const { output } = check(condition, scope);
        if (output === undefined) return;
        evaluated += 1;
        expect(overColumns(output, rows)).toEqual(rowByRow(output, rows));
      },
    ),
    { numRuns: 500 },
  );
  expect(evaluated, "Most generated conditions must pass the checker.").toBeGreaterThan(375);
});

test("chunks follow one another and each is paid for", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [index]);
  const { output } = check("[Whole] % 3 = 0", scopes[0] as (typeof scopes)[number]);
  const found = select(output as CheckedExpression, new ColumnTable(rows), context());
  expect([...found]).toEqual(rows.flatMap(([index = 0]) => (index % 3 === 0 ? [index] : [])));
  const short = context(8_000);
  expect(() => select(output as CheckedExpression, new ColumnTable(rows), short)).toThrow(EvaluationError);
});

test("a time limit is noticed between chunks", () => {
  let now = 0;
  const meter = new Meter(undefined, () => (now += 1_500));
  const rows = Array.from({ length: 10_000 }, (_, index) => [index]);
  const { output } = check("[Whole] > 5", scopes[0] as (typeof scopes)[number]);
  expect(() => select(output as CheckedExpression, new ColumnTable(rows), { ...context(), meter })).toThrow(
    "limit/time",
  );
});

type Answer = readonly number[] | { readonly error: string; readonly span: unknown };

function overColumns(condition: CheckedExpression, rows: readonly (readonly Value[])[]): Answer {
  const table = new ColumnTable(rows);
  return attempt(() => {
    const first = [...select(condition, table, context())];
    expect(
      [...select(condition, table, context())],
      "once the columns and what was decided on them are there",
    ).toEqual(first);
    return first;
  });
}

function rowByRow(condition: CheckedExpression, rows: readonly (readonly Value[])[]): Answer {
  const request = context();
  return attempt(() =>
    rows.flatMap((one, index) => (evaluateRow(condition, one, request) === true ? [index] : [])),
  );
}

function attempt(run: () => readonly number[]): Answer {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code, span: thrown.span };
  }
}

/** All that these conditions ask of a request. */
function context(fuel = 5_000_000): RequestContext {
  return { meter: new Meter({ ...new Meter().limits, fuel }), locale: "en-US" } as RequestContext;
}

function select(condition: CheckedExpression, table: ColumnTable, request: RequestContext): Int32Array {
  return runToEnd(selectWhereAll([condition], request)(table));
}

const fewColumns = readScope({ columns: { Whole: "Number", Name: "Text", Open: "Yes/No" } });

const shortRow = fc.tuple<Value[]>(
  fc.option(fc.constantFrom(-1, 0, 1, 7, 9_007_199_254_740_991), { freq: 4 }),
  fc.option(fc.constantFrom("a", "A", "Zoë"), { freq: 4 }),
  fc.option(fc.boolean(), { freq: 4 }),
);

/** The third and fourth fail on the largest number, at different places. */
const conditions = fc.array(
  fc
    .constantFrom(
      "[Whole] < 8",
      "[Open]",
      "[Whole] + [Whole] > 0",
      "[Whole] * 3 + 1 < 100",
      'CONTAINS([Name], "A")',
      "IF([Open], [Whole] * 2 > 1, TRUE)",
      "NOT([Open])",
    )
    .map((source) => check(source, fewColumns).output as CheckedExpression),
  { maxLength: 4 },
);

test("keeps the rows, or fails with the error, of trying the conditions in order on one row after the other", () => {
  let errors = 0;
  fc.assert(
    fc.property(
      conditions,
      fc.array(fc.array(shortRow, { maxLength: 20 }), { maxLength: 3 }),
      (conditions, tables) => {
        const select = selectWhereAll(conditions, context());
        for (const rows of tables) {
          const table = new ColumnTable(rows);
          const expected = attempt(() =>
            rows.flatMap((one, at) =>
              conditions.every((condition) => evaluateRow(condition, one, context()) === true) ? [at] : [],
            ),
          );
          if (!Array.isArray(expected)) errors += 1;
          expect([1, 2].map(() => attempt(() => [...runToEnd(select(table))]))).toEqual([expected, expected]);
        }
      },
    ),
    { numRuns: 250 },
  );
  expect(errors, "Some of the generated conditions fail.").toBeGreaterThan(25);
});
