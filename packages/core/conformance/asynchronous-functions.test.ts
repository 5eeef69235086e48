/** Asynchronous functions of the program around, by `evaluateAsync`, `filterAsync` and `mapAsync`. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { compile, defineFunction, type ExpressionError } from "../src/expression/index.ts";
import type { Scope } from "../src/expression/parts.ts";

const asked: unknown[][] = [];
let atWork = 0;
let most = 0;
const rate = defineFunction({
  name: "FXRATE",
  parameters: [{ name: "currency", type: "Text" }],
  result: "Decimal",
  async evaluate(currency) {
    asked.push([currency]);
    most = Math.max(most, ++atWork);
    await Promise.resolve();
    atWork -= 1;
    return { USD: 1.1, CHF: 0.9 }[currency ?? ""] ?? 1;
  },
});
const next = defineFunction({
  name: "NEXT_OF",
  parameters: [{ name: "x", type: "Decimal" }],
  result: "Decimal",
  async: true,
  evaluate: (x) => {
    asked.push([x]);
    return Promise.resolve((x ?? 0) + 1);
  },
});
const scope: Scope = {
  types: { Line: { sku: "Text", price: "Price" } },
  columns: { c: "Text", n: "Number", lines: "List of Line" },
  tables: { Prices: { key: "ID", columns: { ID: "Text", Currency: "Text", Value: "Decimal" } } },
  functions: [
    rate,
    next,
    defineFunction({
      name: "TWICE",
      parameters: [{ name: "x", type: "Decimal" }],
      result: "Decimal",
      formula: "NEXT_OF([x]) * 2",
    }),
  ],
};
const lines = ["USD", "CHF", "USD", "EUR"].map((sku, at) => ({ sku, price: at + 1 }));
const Prices = ["USD", "CHF", "SEK"].map((Currency, at) => ({ ID: `p${at}`, Currency, Value: at }));
const later = async (source: string) => {
  asked.length = 0;
  const compiled = compile(source, scope);
  expect(compiled.diagnostics).toEqual([]);
  return compiled.evaluateAsync({ row: { c: "USD", n: 3, lines }, tables: { Prices } });
};

test.each<[string, unknown, unknown[]]>([
  ["1 + 2", 3, []],
  ["FXRATE([c])", 1.1, ["USD"]],
  ['FXRATE([c]) + FXRATE("CHF") + FXRATE([c])', 3.1, ["USD", "CHF"]],
  ["NEXT_OF(NEXT_OF([n]))", 5, [3, 4]],
  ["TWICE(TWICE([n]))", 18, [3, 8]],
  ['IF(NEXT_OF([n]) > 3, FXRATE("A"), FXRATE("B"))', 1, [3, "A"]],
  ["IF([n] > 9, FXRATE([c]), 0)", 0, []],
  ["SUM(MAP([lines], FXRATE([sku]) * [price]))", 10.2, ["USD", "CHF", "EUR"]],
  ["SUM(MAP([lines], NEXT_OF(FXRATE([sku]))))", 8.1, ["USD", "CHF", "EUR", 1.1, 0.9, 1]],
  ["SELECT(Prices[ID], FXRATE([Currency]) > 0.95)", ["p0", "p2"], ["USD", "CHF", "SEK"]],
  ["TRY(AVERAGE(MAP([lines], FXRATE([sku]))), NEXT_OF(7))", 1.025, ["USD", "CHF", "EUR"]],
  ["LET(x, FXRATE([c]), x + x)", 2.2, ["USD"]],
  ["NEXT_OF(RANDBETWEEN(1, 1000000)) > 0", true, [expect.any(Number)]],
  ["NEXT_OF(TOTALSECONDS(NOW() - NOW()))", 1, [0]],
])("%s", async (source, answer, arguments_) => {
  expect(await later(source)).toEqual(answer);
  expect(asked.flat()).toEqual(arguments_);
});

test("is known before it is evaluated, and then the other ways are errors that name these", () => {
  const compiled = compile("TWICE([n]) > 0", scope);
  expect(compiled.isAsync).toBe(true);
  expect(compile("[n] > 0", scope).isAsync).toBe(false);
  const row = { n: 1 };
  const ways = [
    () => compiled.evaluate({ row }),
    () => compiled.bind()(row),
    () => compiled.filter([row]),
    () => compiled.map([row]),
  ];
  for (const way of ways)
    expect(way).toThrow(
      expect.objectContaining({
        name: "ExpressionError",
        code: "run/asynchronous",
        message: expect.stringContaining("NEXT_OF"),
      }),
    );
});

test("10,000 rows with 50 different arguments are 50 calls, 8 at a time", async () => {
  asked.length = 0;
  most = 0;
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ c: `C${at % 50}`, n: at }));
  const values = await compile("FXRATE([c]) + [n]", scope).mapAsync(rows);
  expect(values).toEqual(rows.map(({ n }) => n + 1));
  expect(asked).toHaveLength(50);
  expect(most).toBe(8);
  expect(await compile("FXRATE([c]) + [n] > 9999", scope).filterAsync(rows)).toEqual(rows.slice(9_999));
});

describe("what goes wrong is located", () => {
  const failing = (evaluate: () => unknown, timeout?: number) =>
    compile("1 + BAD() * 2", {
      functions: [
        defineFunction({ name: "BAD", result: "Number", async: true, evaluate, ...(timeout && { timeout }) }),
      ],
    });

  test.each<[string, () => unknown, string]>([
    ["rejects", () => Promise.reject(new Error("secret")), "threw an error"],
    [
      "throws at once",
      () => {
        throw new Error("secret");
      },
      "threw an error",
    ],
    ["gives a text", async () => "1", "gave a string, and is declared to give Number"],
    ["gives nothing", async () => undefined, "gave no answer, and is declared to give Number"],
    ["gives NaN", async () => Number.NaN, "gave the number NaN, and is declared to give Number"],
  ])("%s", async (_, evaluate, problem) => {
    await expect(failing(evaluate).evaluateAsync()).rejects.toMatchObject({
      name: "ExpressionError",
      code: "run/host-function",
      message: `The function BAD ${problem}.`,
      start: 4,
      end: 9,
    });
  });

  test("what never answers ends with its time, and nothing is held", async () => {
    const timers: [number, (() => void) | undefined][] = [];
    const after = (milliseconds: number, run: () => void) => {
      const at = timers.push([milliseconds, run]) - 1;
      return () => {
        (timers[at] as (typeof timers)[number])[1] = undefined;
      };
    };
    const never = new Promise(() => {});
    let row: object | undefined = { c: "x".repeat(1_000) };
    const held = new WeakRef(row);
    const compiled = compile("STUCK([c])", {
      columns: { c: "Text" },
      functions: [
        defineFunction({
          name: "STUCK",
          parameters: [{ name: "c", type: "Text" }],
          result: "Text",
          async: true,
          timeout: 250,
          evaluate: () => never,
        }),
      ],
    });
    const answer = compiled.evaluateAsync({ row, after }).catch((error) => error);
    row = undefined;
    await Promise.resolve();
    expect(timers.map(([milliseconds]) => milliseconds)).toEqual([250]);
    timers[0]?.[1]?.();
    expect((await answer) as ExpressionError).toMatchObject({
      message: "The function STUCK gave no answer within 250 ms.",
    });
    expect(timers[0]?.[1]).toBeUndefined();
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let round = 0; round < 5 && held.deref() !== undefined; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    expect(held.deref()).toBeUndefined();
  });
});

test("more than 10,000 different argument lists are refused", async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const compiled = compile("NEXT_OF([n])", scope);
  expect(await compiled.mapAsync(rows(10_000))).toHaveLength(10_000);
  await expect(compiled.mapAsync(rows(10_001))).rejects.toMatchObject({ code: "limit/host-calls" });
});
