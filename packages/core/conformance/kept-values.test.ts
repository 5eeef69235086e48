/** What is kept for all rows of a request is what would be found on each of them, whatever else they read. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../src/expression/check/check.ts";
import {
  defaultLimits,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  Meter,
  RequestCache,
  type RequestContext,
} from "../src/expression/parts.ts";
import { runToEnd } from "../src/expression/runtime/time-slice.ts";
import type { Value } from "../src/values/index.ts";
import { arbitraryExpression } from "./arbitrary-expression.ts";
import { expectSame } from "./expect-same.ts";
import { itemsCall, itemsRows, itemsScope } from "./items-table.ts";
import { bindContext, readScope } from "./read-context.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/kept-values`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const numRuns = Number(asked ?? 250);
const repeatable = asked === undefined ? { seed: 20_261_123 } : {};
const scope = readScope(itemsScope);

type Row = readonly Value[];

test("values that are kept for all rows are those that each of them has", { timeout: 3_600_000 }, () => {
  let [met, kept, pausing] = [0, 0, 0];
  const list = arbitraryExpression(["List of Text", "List of Number", "List of Ref"]);
  const sources = fc.oneof(
    arbitraryExpression(),
    list.map((one) => `IN([Name], SELECT(Items[Name], COUNT(${one}) > 1))`),
    list.map((one) => `COUNT(FILTER("Items", IN([Item], SELECT(Items[ID], COUNT(${one}) > [N]))))`),
  );
  const ends = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
  const property = fc.property(sources, itemsRows(), ends, (source, cells, isOver) => {
    const { output } = check(source, scope);
    if (output === undefined) return;
    const { request } = bindContext(scope, { tables: { Items: cells }, ...itemsCall });
    const { rows } = request.rowsOf("Items");
    const evaluate = (context: RequestContext) => (row: Row) => evaluateRow(output, row, context, rows[0]);
    const found = answersOf(rows, drawing(request), evaluate);
    const keeping = drawing(request, new CountedValues());
    const straight = answersOf(rows, keeping, evaluate);
    // What is kept may be what the budget is enough for.
    if (!found.some(({ code }) => code === "limit/fuel"))
      expectSame(straight.map(withoutSteps), found.map(withoutSteps));
    const turn = { isOver: false, asked: 0, pause: async () => {} };
    const shared = drawing(request, new CountedValues(), {
      get isOver() {
        return isOver[turn.asked++ % isOver.length] === true;
      },
      pause: turn.pause,
    });
    const runWithPauses = answersOf(
      rows,
      shared,
      (context) => (row) => runToEnd(evaluateAsTask(output, row, context, rows[0])),
    );
    expectSame(runWithPauses, straight);
    met += 1;
    if ((keeping.kept as CountedValues).found > 0) kept += 1;
    if (turn.asked > 0) pausing += 1;
  });
  fc.assert(property, { numRuns, ...repeatable });
  expect(met / numRuns, "most random expressions check").toBeGreaterThan(0.6);
  expect(kept / met, "many of them have something to keep").toBeGreaterThan(0.2);
  expect(pausing / met, "many of them may pause").toBeGreaterThan(0.2);
});

class CountedValues extends RequestCache {
  found = 0;

  override find(...asked: Parameters<RequestCache["find"]>): unknown {
    const value = super.find(...asked);
    if (value !== undefined) this.found += 1;
    return value;
  }
}

/** The context with a budget of its own and draws that are never the same. */
function drawing(
  request: RequestContext,
  kept?: RequestCache,
  turn?: ConstructorParameters<typeof Meter>[3],
): RequestContext {
  let draws = 0;
  const meter = new Meter(defaultLimits, undefined, undefined, turn);
  const { kept: _, ...rest } = request;
  const random = () => (draws++ * 0.618_033_988_7) % 1;
  return { ...rest, meter, random, ...(kept === undefined ? {} : { kept }) };
}

/** The answer or the error of each row, and what was spent and drawn up to then. */
function answersOf(
  rows: readonly Row[],
  context: RequestContext,
  evaluator: (context: RequestContext) => (row: Row) => Value,
): readonly Answered[] {
  const evaluate = evaluator(context);
  return rows.map((row) => {
    const spent = () => ({ steps: context.meter.spent, draw: context.random() });
    try {
      return { value: evaluate(row), ...spent() };
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown;
      const { code, span, details } = thrown;
      return { code, span, details, ...spent() };
    }
  });
}

interface Answered {
  readonly steps: number;
  readonly draw: number;
  readonly value?: Value;
  readonly code?: string;
}

function withoutSteps({ steps, ...answer }: Answered) {
  return answer;
}
