/** Hostile functions of the program around: whatever they do, an evaluation gives a value or an `ExpressionError`, and holds nothing after. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CompiledExpression,
  compile,
  defineFunction,
  ExpressionError,
} from "../src/expression/index.ts";
import type { Scope } from "../src/expression/parts.ts";

const cyclic: Record<string, unknown> = { sku: "a", price: 1 };
cyclic.self = cyclic;
cyclic.price = cyclic;
const loop: unknown[] = [1];
loop.push(loop);

class Timers {
  readonly #open = new Set<() => void>();

  readonly after = (_: number, run: () => void): (() => void) => {
    this.#open.add(run);
    return () => this.#open.delete(run);
  };

  get size(): number {
    return this.#open.size;
  }

  fire(): void {
    for (const run of [...this.#open]) run();
  }
}

const LARGE = "x".repeat(10_000_000);
const LONG = Array.from({ length: 1_000_000 }, () => 1);

/** Made anew each time, out of sight of fast-check, which looks into what it is given. */
const oddAnswers: readonly (() => unknown)[] = [
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -0,
  () => 1e308,
  () => cyclic,
  () => loop,
  () => Symbol("s"),
  () => () => 1,
  () => new Date(Number.NaN),
  () => new Proxy({}, { get: () => raise("trap"), has: () => raise("trap"), ownKeys: () => raise("trap") }),
  () => new Proxy([], { get: () => raise("trap") }),
  () => Proxy.revocable({}, {}).proxy,
  () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  () => Object.defineProperty({}, THEN, { get: () => raise("then") }),
  () => ({
    [THEN]: (answer: (value: unknown) => void) => {
      answer(1);
      answer(2);
      raise("late");
    },
  }),
  () => ({ [THEN]: () => {} }),
  () => ({ toJSON: () => raise("json"), valueOf: () => raise("value"), toString: () => raise("text") }),
  () => ({ sku: LARGE, price: 1 }),
  () => ({
    get sku() {
      return raise("getter");
    },
  }),
  () => new EvaluationErrorLike("limit/fuel"),
];

const THEN = "then";

function raise(message: string): never {
  throw new Error(message);
}

/** Looks like an error of the evaluation. */
class EvaluationErrorLike extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const answers = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true })
      .map((answer) => () => answer),
  },
  { weight: 6, arbitrary: fc.nat(oddAnswers.length - 1).map((at) => oddAnswers[at] as () => unknown) },
  { weight: 1, arbitrary: fc.boolean().map((isText) => () => (isText ? LARGE : LONG)) },
);

type Deed = "gives" | "throws" | "rejects" | "promises" | "never" | "again";
const deeds = fc.constantFrom<Deed>("gives", "gives", "throws", "rejects", "promises", "never", "again");
const results = fc.constantFrom(
  "Text",
  "Number",
  "Decimal",
  "Date",
  "DateTime",
  "Yes/No",
  "List of Text",
  "List of Number",
  "Line",
  "List of Line",
  "Object",
);
const sources = fc.constantFrom(
  "BAD([n])",
  "TRY(BAD([n]), BAD([n] + 1))",
  "ISBLANK(BAD([n]))",
  "COUNT(LIST(BAD([n]), BAD([n] + 1)))",
  "MAP(Rows[n], ISBLANK(BAD([_ITEM])))",
  "IF(ISBLANK(BAD([n])), BAD(1), BAD(2))",
);

const scope: Scope = {
  types: { Line: { sku: "Text", price: "Price" } },
  columns: { n: "Number" },
  tables: { Rows: { key: "n", columns: { n: "Number" } } },
};
const tables = { Rows: [{ n: 1 }, { n: 2 }, { n: 3 }] };

let calls = 0;
const never = new Promise(() => {});

/** What a hostile function does, which may call what it is called by. */
function act(deed: Deed, answer: unknown, again: () => unknown): unknown {
  calls += 1;
  switch (deed) {
    case "throws":
      throw answer;
    case "rejects":
      return Promise.reject(answer);
    case "promises":
      return Promise.resolve(answer);
    case "never":
      return never;
    case "again":
      return again();
    default:
      return answer;
  }
}

test("of hostile functions no error is raw, and nothing is held after the time-out", async () => {
  await fc.assert(
    fc.asyncProperty(
      answers,
      deeds,
      results,
      sources,
      fc.boolean(),
      async (makeAnswer, deed, result, source, isAsync) => {
        const answer = makeAnswer();
        const type = result === "Object" ? { type: "Object", fields: { a: "Text" } } : result;
        const timers = new Timers();
        let depth = 0;
        let compiled: CompiledExpression | undefined;
        const again = () => {
          if (++depth > 3) return answer;
          const context = { row: { n: depth }, tables, after: timers.after };
          return isAsync ? compiled?.evaluateAsync(context) : compiled?.evaluate(context);
        };
        const bad = defineFunction({
          name: "BAD",
          parameters: [{ name: "n", type: "Number" }],
          result: type,
          async: isAsync,
          evaluate: () => act(deed, answer, again),
        });
        compiled = compile(source, { ...scope, functions: [bad] });
        if (!compiled.ok) return;
        const context = { row: { n: 1 }, tables, after: timers.after };
        const settled = isAsync
          ? compiled.evaluateAsync(context)
          : new Promise((resolve) => resolve(compiled?.evaluate(context)));
        let isDone = false;
        const outcome = settled
          .then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          )
          .finally(() => {
            isDone = true;
          });
        for (let turn = 0; !isDone; turn++) {
          await Promise.resolve();
          if (turn > 30) timers.fire();
        }
        const end = await outcome;
        if ("error" in end) expect(end.error).toBeInstanceOf(ExpressionError);
        else expect(end.value).not.toBeUndefined();
        expect(timers.size).toBe(0);
      },
    ),
    { numRuns: Number(process.env.TABLEWRIGHT_HOSTILE ?? 500) },
  );
  expect(calls).toBeGreaterThan(0);
}, 3_600_000);
