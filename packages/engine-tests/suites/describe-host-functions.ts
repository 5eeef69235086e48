import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { defineFunction } from "@tablewright/core/expression";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const DEFINITION = `
tablewright: 1
app: { id: bureau, name: Bureau, owner: owner@example.com }
functions:
  FXRATE: { host: true, parameters: { currency: Text }, result: Decimal, timeout: 250ms }
  TAX: { host: true, parameters: { amount: Decimal }, result: Decimal }
  ISKNOWN: { host: true, parameters: { currency: Text }, result: Yes/No, description: Whether the bank knows it. }
  SLUG: { host: true, parameters: { text: Text }, result: Text, cache: none }
tables:
  Payments:
    key: [ID]
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      ID: { type: Number }
      Owner: { type: Email, initialValue: USEREMAIL() }
      Currency: { type: Text, validIf: 'ISKNOWN([_THIS])', invalidMessage: '"No " & SLUG([Currency])' }
      Amount: { type: Decimal, initialValue: 'FXRATE("start") * 10' }
      Rate: { type: Decimal, formula: 'FXRATE([Currency])' }
      Tax: { type: Decimal, formula: 'TAX([Amount] * [Rate])' }
      Today: { type: Decimal, virtual: true, formula: 'FXRATE([Currency]) * [Amount]' }
  Notes: { key: [ID], columns: { ID: { type: Text }, Rate: { type: Decimal } } }
slices:
  Dear: { table: Payments, filter: 'FXRATE([Currency]) > 1' }
actions:
  Convert: { table: Payments, condition: 'FXRATE([Currency]) <> 1', set: { Amount: '[Amount] * FXRATE([Currency])', Currency: '"EUR"' } }
rules:
  Note: { table: Payments, on: [add], condition: 'FXRATE([Currency]) > 1', steps: [{ action: Write }] }
`.replace(
  "rules:",
  `  Write: { table: Payments, addRow: { table: Notes, set: { ID: 'TEXT([ID])', Rate: 'FXRATE([Currency])' } } }
rules:`,
);

interface Timer {
  run: (() => void) | undefined;
}

/** Functions of the program in the formulas, rules, conditions and actions of an engine. */
export function describeHostFunctions(make: MakeStore): void {
  const withBureau = async (
    work: (engine: Engine, asked: string[], timers: readonly Timer[]) => Promise<void>,
    rates: Readonly<Record<string, unknown>> = {},
  ) => {
    const { output: definition, diagnostics } = loadDefinition(DEFINITION);
    if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
    const asked: string[] = [];
    const timers: Timer[] = [];
    const noting = <T>(what: string, answer: T): T => {
      asked.push(what);
      return answer;
    };
    const known: Readonly<Record<string, unknown>> = { USD: 1.5, CHF: 0.5, start: 1, ...rates };
    const functions = [
      defineFunction({
        name: "FxRate",
        parameters: [{ name: "code", type: "Text" }],
        result: "Decimal",
        evaluate: async (code) => {
          const answer = noting(`fx ${code}`, code !== null && code in known ? known[code] : 1);
          return typeof answer === "function" ? answer() : answer;
        },
      }),
      defineFunction({
        name: "TAX",
        parameters: [{ name: "amount", type: "Decimal" }],
        result: "Decimal",
        evaluate: async (amount) => noting(`tax ${amount}`, (amount ?? 0) / 10),
      }),
      defineFunction({
        name: "ISKNOWN",
        parameters: [{ name: "currency", type: "Text" }],
        result: "Yes/No",
        evaluate: async (code) => noting(`known ${code}`, code !== "XXX"),
      }),
      defineFunction({
        name: "SLUG",
        parameters: [{ name: "text", type: "Text" }],
        result: "Text",
        evaluate: (text) => noting(`slug ${text}`, text?.toLowerCase()),
      }),
      defineFunction({ name: "UNUSED", result: "Text", evaluate: () => "" }),
    ];
    const underTest = await make("host functions");
    let ids = 0;
    const services = {
      now: () => Date.UTC(2026, 2, 14),
      random: () => 0.5,
      newId: () => `id-${++ids}`,
      after: (_: number, run: () => void) => {
        const timer: Timer = { run };
        timers.push(timer);
        return () => {
          timer.run = undefined;
        };
      },
    };
    try {
      const engine = await createEngine({ definition, store: underTest.store, services, functions });
      await work(engine, asked, timers);
    } finally {
      await underTest.dispose();
    }
  };
  const rowsOf = async (work: ReturnType<Engine["find"]>) => {
    const result = await work;
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
    return result.rows;
  };

  describe("host functions", () => {
    test("an Add asks each function once for each different argument, and never for a value that is still to come", () =>
      withBureau(async (engine, asked) => {
        const sent = Array.from({ length: 60 }, (_, at) => ({
          ID: at,
          Currency: ["USD", "CHF", "EUR"][at % 3],
        }));
        const rows = await rowsOf(engine.add("Payments", sent));
        expect(rows.slice(0, 3)).toMatchObject([
          { Amount: 10, Rate: 1.5, Tax: 1.5, Today: 15 },
          { Amount: 10, Rate: 0.5, Tax: 0.5, Today: 5 },
          { Amount: 10, Rate: 1, Tax: 1, Today: 10 },
        ]);
        expect(asked.toSorted()).toEqual([
          "fx CHF",
          "fx EUR",
          "fx USD",
          "fx start",
          "known CHF",
          "known EUR",
          "known USD",
          "tax 10",
          "tax 15",
          "tax 5",
        ]);
        expect(await rowsOf(engine.find("Notes"))).toHaveLength(20);
      }));

    test("Valid_If asks another service before the commit", () =>
      withBureau(async (engine, asked) => {
        const result = await engine.add("Payments", [
          { ID: 1, Currency: "USD", Amount: 1 },
          { ID: 2, Currency: "XXX", Amount: 1 },
        ]);
        expect(result).toMatchObject({
          ok: false,
          diagnostics: [{ row: 2, column: "Currency", code: "rule/valid-if", message: "No xxx" }],
        });
        expect(asked).toContain("known XXX");
        expect(await rowsOf(engine.find("Payments"))).toEqual([]);
      }));

    test("actions, slices and Selectors call them", () =>
      withBureau(async (engine, asked) => {
        await rowsOf(
          engine.add(
            "Payments",
            ["USD", "CHF", "EUR"].map((Currency, ID) => ({ ID, Currency, Amount: 2 })),
          ),
        );
        asked.length = 0;
        expect(await rowsOf(engine.find("Dear"))).toMatchObject([{ ID: 0, Today: 3 }]);
        expect(asked).toEqual(["fx USD", "fx CHF", "fx EUR"]);
        const selector = "FILTER(Payments, FXRATE([Currency]) < 1)";
        expect(await rowsOf(engine.find("Payments", { selector }))).toMatchObject([{ ID: 1 }]);
        const ordered = "ORDERBY(Payments[ID], FXRATE([Currency]))";
        expect(await rowsOf(engine.find("Payments", { selector: ordered }))).toMatchObject([
          { ID: 1 },
          { ID: 2 },
          { ID: 0 },
        ]);
        const converted = await rowsOf(engine.invoke("Convert", "Payments", [{ ID: 0 }]));
        expect(converted).toMatchObject([{ ID: 0, Currency: "EUR", Amount: 3, Rate: 1, Tax: 0.3 }]);
        const skipped = await engine.invoke("Convert", "Payments", [{ ID: 2 }]);
        expect(skipped).toMatchObject({ ok: true, warnings: [{ row: 1 }] });
        const groups = await engine.summarise({
          table: "Payments",
          by: ["Currency"],
          values: { Sum: { SUM: "Today" } },
        });
        expect(groups).toMatchObject({ ok: true });
      }));

    test("1,000 rows with 50 different arguments are 50 calls", () =>
      withBureau(async (engine, asked) => {
        const sent = Array.from({ length: 1_000 }, (_, at) => ({
          ID: at,
          Currency: `C${at % 50}`,
          Amount: 1,
        }));
        await rowsOf(engine.add("Payments", sent));
        asked.length = 0;
        expect(await rowsOf(engine.find("Payments"))).toHaveLength(1_000);
        expect(asked).toHaveLength(50);
      }));

    test("they are not called for rows that the caller cannot see", () =>
      withBureau(async (engine, asked) => {
        const sent = ["USD", "CHF"].map((Currency, ID) => ({
          ID,
          Currency,
          Owner: `${Currency}@example.com`,
        }));
        await rowsOf(engine.add("Payments", sent));
        asked.length = 0;
        const properties = { RunAsUserEmail: "CHF@example.com" };
        expect(await rowsOf(engine.find("Payments", { properties }))).toMatchObject([{ ID: 1, Today: 5 }]);
        const selector = "FILTER(Payments, FXRATE([Currency]) > 0)";
        expect(await rowsOf(engine.find("Payments", { selector, properties }))).toHaveLength(1);
        expect(new Set(asked)).toEqual(new Set(["fx CHF"]));
      }));

    test("a failure rejects the row with the name of the function, and a read shows a blank with a warning", () =>
      withBureau(
        async (engine) => {
          const failed = { row: 1, column: "Rate", code: "run/host-function" };
          const problem = "The function FXRATE gave a string, and is declared to give Decimal.";
          expect(await engine.add("Payments", [{ ID: 1, Currency: "ODD" }])).toMatchObject({
            ok: false,
            diagnostics: [{ ...failed, message: problem }],
          });
          expect(await rowsOf(engine.find("Payments"))).toEqual([]);
        },
        { ODD: "odd" },
      ));

    test("what never answers ends with its time", () =>
      withBureau(
        async (engine, _, timers) => {
          const adding = engine.add("Payments", [{ ID: 1, Currency: "SLOW", Amount: 1 }]);
          let isDone = false;
          const done = adding.finally(() => {
            isDone = true;
          });
          while (!isDone) {
            await new Promise((resolve) => setImmediate(resolve));
            for (const { run } of timers) run?.();
          }
          expect(await done).toMatchObject({
            ok: false,
            diagnostics: [
              { row: 1, column: "Rate", message: "The function FXRATE gave no answer within 250 ms." },
            ],
          });
          expect(timers.every(({ run }) => run === undefined)).toBe(true);
          await rowsOf(engine.add("Payments", [{ ID: 2, Currency: "USD" }]));
        },
        { SLOW: new Promise(() => {}) },
      ));

    test.each<[string, (engine: Engine) => Promise<unknown>]>([
      ["find", (engine) => engine.find("Notes")],
      ["add", (engine) => engine.add("Notes", [{ ID: "x" }])],
      [
        "summarise",
        (engine) => engine.summarise({ table: "Notes", by: [], values: { n: "COUNT" } } as never),
      ],
      ["explain", (engine) => engine.explain({ action: "Find", table: "Notes" })],
      ["why", async (engine) => (await engine.why({ action: "Find", table: "Notes" })).result],
      ["decideMany", async (engine) => (await engine.decideMany("NONE", [{}, {}]))[1]],
      ["runSchedules", (engine) => engine.runSchedules()],
    ])("a function does not call the engine that waits for it: %s", (_, callBack) => {
      let called: Engine | undefined;
      const seen: unknown[] = [];
      const problem = "The function FXRATE calls the engine, which waits for its answer.";
      const asking = async () => {
        if (called === undefined) return 1;
        seen.push(
          await callBack(called).catch(({ code, message }) => ({ diagnostics: [{ code, message }] })),
        );
        return 1;
      };
      return withBureau(
        async (engine) => {
          await rowsOf(engine.add("Payments", [{ ID: 1, Currency: "ASK" }]));
          called = engine;
          expect(await engine.add("Payments", [{ ID: 2, Currency: "ASK" }])).toMatchObject({
            ok: false,
            diagnostics: [{ code: "run/host-function", row: 1, column: "Rate", message: problem }],
          });
          expect(await engine.find("Payments")).toMatchObject({
            ok: true,
            rows: [{ ID: 1, Today: null }],
            warnings: [{ code: "run/host-function", column: "Today", message: problem }],
          });
          expect(seen).toHaveLength(2);
          for (const one of seen)
            expect(one).toMatchObject({
              diagnostics: [{ code: "request/within-function", message: problem }],
            });
          called = undefined;
          expect(await rowsOf(engine.find("Payments"))).toMatchObject([{ Today: 10 }]);
        },
        { ASK: asking },
      );
    });

    test("what a function has set going may call the engine after its answer", () => {
      let called: Engine | undefined;
      let later: Promise<unknown> | undefined;
      const { promise: answered, resolve } = Promise.withResolvers<void>();
      return withBureau(
        async (engine) => {
          called = engine;
          await rowsOf(engine.add("Payments", [{ ID: 1, Currency: "LATER" }]));
          resolve();
          expect(await later).toMatchObject({ ok: true });
        },
        {
          LATER: async () => {
            later ??= answered.then(() => called?.find("Notes"));
            return 1;
          },
        },
      );
    });

    test("an engine without the code, or with other code, is not made", async () => {
      const { output: definition } = loadDefinition(DEFINITION, { file: "bureau.yaml" });
      if (definition === undefined) throw new Error("The definition does not load.");
      const underTest = await make("host functions without code");
      const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
      const making = (functions: Parameters<typeof createEngine>[0]["functions"] = []) =>
        createEngine({ definition, store: underTest.store, services, functions });
      try {
        await expect(making()).rejects.toMatchObject({
          code: "definition/function-without-code",
          message: expect.stringMatching(
            /^bureau\.yaml:5:3: The function FXRATE .*\nbureau\.yaml:6:3: The function TAX /,
          ),
        });
        const texts = [{ name: "x", type: "Text" }];
        const all = ["TAX", "ISKNOWN"].map((name) =>
          defineFunction({ name, parameters: texts, result: "Yes/No", evaluate: () => true }),
        );
        const others = [
          defineFunction({ name: "FXRATE", parameters: texts, result: "Decimal", evaluate: () => 1 }),
          defineFunction({ name: "SLUG", parameters: texts, result: "Text", evaluate: async () => "" }),
        ];
        await expect(making([...all, ...others])).rejects.toMatchObject({
          diagnostics: [
            {
              code: "definition/function-differs",
              line: 6,
              message:
                "The function TAX is declared as (Decimal) → Decimal, and the code of the program as (Text) → Yes/No.",
            },
            { code: "definition/uncached-function", line: 8 },
          ],
        });
      } finally {
        await underTest.dispose();
      }
    });
  });
}
