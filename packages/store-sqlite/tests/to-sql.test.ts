/** Conditions of the language as the WHERE of another program, on a database that has no function of ours. */
import { DatabaseSync } from "node:sqlite";
import { compile, defineFunction, ExpressionError } from "@tablewright/core/expression";
import { toSql } from "@tablewright/store-sql";
import { afterAll, describe, expect, test } from "vitest";
import {
  checkConformanceCases,
  checkRandomConditions,
  type WhereDatabase,
} from "../../store-sql/tests/where-cases.ts";

const database = new DatabaseSync(":memory:");
afterAll(() => database.close());

const sqlite: WhereDatabase = {
  dialect: "sqlite",
  fill: async (columns, rows) => {
    const declared = columns.map(({ name, type }) => `, ${name} ${type}`).join("");
    database.exec(`drop table if exists t; create table t (number integer${declared})`);
    const insert = database.prepare(`insert into t values (?${", ?".repeat(columns.length)})`);
    for (const [at, row] of rows.entries()) insert.run(at, ...row);
  },
  kept: async (where, parameters) =>
    database
      .prepare(`select number from t where ${where} order by 1`)
      .all(...parameters)
      .map(({ number }) => Number(number)),
};

test("every case keeps the evaluator's rows", async () => {
  const { exact } = await checkConformanceCases(sqlite);
  expect(exact).toBeGreaterThan(200);
});

test("random conditions keep the evaluator's rows", { timeout: 3_600_000 }, () =>
  checkRandomConditions(sqlite),
);

const columns = { "Unit Price": "Price", Status: "Text", Due: "Date", Note: "Text" } as const;

test("columns are given or quoted, values are bound, placeholders are the dialect's", () => {
  const condition = compile('AND([Unit Price] > 10, [Status] = "Open")', { columns });
  expect(toSql(condition, { dialect: "sqlite", columns: { "Unit Price": "o.unit_price" } })).toMatchObject({
    text: `((cast(o.unit_price as real) >= ?) and (nullif("Status", '') collate nocase = ?))`,
    // The least number that is more than 10 to 15 digits.
    parameters: [10.000000000000052, "Open"],
    residual: undefined,
    reason: undefined,
  });
  const postgres = toSql(condition, { dialect: "postgres", firstParameter: 3 });
  expect(postgres.text).toContain("$3");
  expect(postgres.text).toContain('"Unit Price"');
  expect(postgres.strings).toHaveLength(postgres.parameters.length + 1);
  expect(toSql(condition, { dialect: "mysql" }).text).toContain("`Unit Price`");
});

test("what cannot be said exactly is left over, with its reason", () => {
  const condition = compile("AND([Unit Price] > 10, [Status] = [Note], ISBLANK([Due]))", { columns });
  expect(toSql(condition, { dialect: "sqlite" })).toMatchObject({
    text: '((cast("Unit Price" as real) >= ?)) and (("Due" is null))',
    residual: "[Status] = [Note]",
    reason: "this database does not compare such values exactly",
  });
  const whole = toSql(compile("[Status] = [Note]", { columns }), { dialect: "sqlite" });
  expect(whole).toMatchObject({ text: "true", parameters: [], residual: "[Status] = [Note]" });
});

test("conditions on JSON are left over: other programs write it with blanks, and its members in any order", () => {
  const condition = compile('AND([Note] = "x", [Payload] = "[]", [Payload].[kind] = "order")', {
    columns: { ...columns, Payload: "Json" },
  });
  for (const dialect of ["sqlite", "postgres", "mysql"] as const)
    expect(toSql(condition, { dialect })).toMatchObject({
      residual: 'AND([Payload] = "[]", [Payload].[kind] = "order")',
      reason: "how its column holds such values is not known",
    });
});

test("functions of the program stay with it, behind the parts that come before them", async () => {
  const asked: unknown[] = [];
  const functions = [
    defineFunction({
      name: "ISKNOWN",
      parameters: [{ name: "status", type: "Text" }],
      result: "Yes/No",
      evaluate: async (status) => {
        asked.push(status);
        return status === "open";
      },
    }),
    defineFunction({ name: "LIMIT", result: "Price", evaluate: () => 20 }),
  ];
  const scope = { columns, functions };
  const condition = compile("AND([Unit Price] > 10, ISKNOWN([Status]), ISBLANK([Due]))", scope);
  const where = toSql(condition, { dialect: "sqlite" });
  expect(where).toMatchObject({
    text: '((cast("Unit Price" as real) >= ?))',
    residual: "AND(ISKNOWN([Status]), ISBLANK([Due]))",
    reason: "it calls ISKNOWN, whose code is of the program",
  });
  const found = [{ Status: "open" }, { Status: "done" }, { Status: "open", Due: "2026-03-14" }];
  expect(await compile(where.residual ?? "", scope).filterAsync(found)).toEqual([{ Status: "open" }]);
  expect(asked).toEqual(["open", "done"]);
  for (const dialect of ["sqlite", "postgres", "mysql"] as const)
    expect(toSql(compile("[Unit Price] > LIMIT()", scope), { dialect })).toMatchObject({
      text: "true",
      residual: "[Unit Price] > LIMIT()",
      reason: "it calls LIMIT, whose code is of the program",
    });
});

test("the caller and the instant become values", () => {
  const condition = compile("AND([Due] < TODAY(), [Note] = USEREMAIL())", { columns });
  const context = { now: "2026-03-14T15:09:26", user: { email: "ann@example.com" } };
  const { parameters } = toSql(condition, { dialect: "sqlite", context });
  expect(parameters).toEqual(["2026-03-14", "ann@example.com"]);
});

test("what is no condition, no column or no dialect is said to be none", () => {
  expect(() => toSql(compile("[Nowhere] > 1", { columns }), { dialect: "sqlite" })).toThrow(ExpressionError);
  expect(() => toSql(compile("[Unit Price] + 1", { columns }), { dialect: "sqlite" })).toThrow(
    ExpressionError,
  );
  const condition = compile("[Unit Price] > 1", { columns });
  expect(() => toSql(condition, { dialect: "oracle" as "sqlite" })).toThrow(
    'There is no dialect "oracle"; there are sqlite, postgres, mysql.',
  );
  expect(() => toSql(condition, { dialect: "sqlite", columns: { Prize: "p" } })).toThrow(
    'The scope has no column "Prize".',
  );
  expect(() => toSql({ ...condition }, { dialect: "sqlite" })).toThrow("what compile has returned");
});

describe("what is given and not meant", () => {
  const columns = { price: "Price" } as const;
  const condition = compile("[price] > [_PARAM].[least]", { columns });

  test.each<[options: object, says: string]>([
    [
      { parameters: { least: 1 } },
      'toSql takes "parameters" in the context: { context: { parameters: … } }.',
    ],
    [{ contxt: { parameters: { least: 1 } } }, 'toSql has no option "contxt". Did you mean "context"?'],
    [
      { context: { paramters: { least: 1 } } },
      'The context of toSql has no option "paramters". Did you mean "parameters"?',
    ],
    [{ context: null }, "The context of toSql takes its options as an object."],
    [
      { context: { limits: { feul: 1 } } },
      '"limits" of the context has no option "feul". Did you mean "fuel"?',
    ],
    ...[0, -1, 1.5, Number.NaN, "3", null].map((firstParameter): [object, string] => [
      { firstParameter },
      'toSql takes "firstParameter" as a whole number, 1 or more.',
    ]),
    ...[null, [], "price", new Map([["price", "p"]])].map((columns): [object, string] => [
      { columns },
      'toSql takes "columns" as an object, with SQL by the names of columns.',
    ]),
    ...(
      [
        [{}, "an object"],
        [[], "a list"],
        [() => "p", "a function"],
        [null, "null"],
        [5, "a number"],
        ["", "an empty one"],
        [" ", "an empty one"],
      ] as const
    ).map(([price, kind]): [object, string] => [
      { columns: { price } },
      `toSql takes SQL for the column "price" as a text, and was given ${kind}.`,
    ]),
  ])("%j is a TypeError", (options, says) => {
    expect(() => toSql(condition, { dialect: "sqlite", ...options })).toThrow(new TypeError(says));
  });

  test("a part of the context that does not read is an error of the expression", () => {
    const bound = compile("[price] > [_PARAM].[least]", { columns });
    const context = { parameters: 5 as never };
    expect(() => toSql(bound, { dialect: "sqlite", context })).toThrow(
      expect.objectContaining({ name: "ExpressionError", code: "run/unreadable-input" }),
    );
  });

  test("a parameter that is not bound is an error in a strict scope", () => {
    const strict = compile("[price] > [_PARAM].[least]", { columns, strict: true });
    expect(() => toSql(strict, { dialect: "sqlite" })).toThrow(
      expect.objectContaining({ code: "run/missing-value", start: 10, end: 26 }),
    );
    const context = { parameters: { least: null } };
    expect(toSql(strict, { dialect: "sqlite", context }).text).toBe(
      toSql(condition, { dialect: "sqlite" }).text,
    );
  });
});
