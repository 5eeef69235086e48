import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../src/expression/check/check.ts";
import {
  defaultLimits,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  Meter,
  type RequestContext,
  runWithPauses,
} from "../src/expression/parts.ts";
import type { TimeSlice } from "../src/expression/runtime/time-slice.ts";
import type { Value } from "../src/values/index.ts";
import { arbitraryExpression } from "./arbitrary-expression.ts";
import { expectSame } from "./expect-same.ts";
import { itemsCall, itemsRows, itemsScope } from "./items-table.ts";
import { bindContext, readScope } from "./read-context.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/steps`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const numRuns = Number(asked ?? 350);
const seed = asked === undefined ? 20_261_122 : Math.floor(Math.random() * 1e9);
if (asked !== undefined) process.stdout.write(`seed ${seed}\n`);
const scope = readScope(itemsScope);

test("an evaluation that pauses wherever it can is the same evaluation", { timeout: 3_600_000 }, async () => {
  let [stepwise, paused] = [0, 0];
  const sources = fc.oneof(
    arbitraryExpression(),
    arbitraryExpression().map((one) => `IF(RANDBETWEEN(1, 9) > RANDBETWEEN(1, 9), ${one}, ${one})`),
  );
  const property = fc.asyncProperty(sources, itemsRows(), fc.nat({ max: 5 }), async (source, rows, place) => {
    const { output } = check(source, scope);
    if (output === undefined) return;
    const bound = bindContext(scope, {
      tables: { Items: rows },
      row: { ...rows[place % rows.length], _RowNumber: 1 + (place % rows.length) },
      before: rows[(place + 1) % rows.length] ?? {},
      ...itemsCall,
    });
    // Functions keep formats and patterns that they have read, with the same random numbers.
    const first = drawing(bound.request, new Meter());
    await outcome(first, async () => evaluateRow(output, bound.row, first, bound.before));
    const straight = drawing(bound.request, new Meter());
    const meant = await outcome(straight, async () => evaluateRow(output, bound.row, straight, bound.before));
    const turn = alwaysOver();
    const shared = drawing(bound.request, new Meter(defaultLimits, undefined, undefined, turn));
    const answer = await outcome(shared, async () =>
      runWithPauses(evaluateAsTask(output, bound.row, shared, bound.before), shared.meter),
    );
    expectSame(answer, meant);
    stepwise += 1;
    paused += turn.pauses;
  });
  await fc.assert(property, { numRuns, seed });
  expect(stepwise / numRuns, "most random expressions check").toBeGreaterThan(0.7);
  expect(paused / stepwise, "most of them pause").toBeGreaterThan(1);
});

function alwaysOver(): TimeSlice & { pauses: number } {
  const turn = {
    isOver: true,
    pauses: 0,
    pause: async () => {
      turn.pauses += 1;
    },
  };
  return turn;
}

/** The context with a budget of its own and draws that are never the same. */
function drawing(request: RequestContext, meter: Meter): RequestContext {
  let draws = 0;
  return { ...request, meter, random: () => (draws++ * 0.618_033_988_7) % 1 };
}

/** The answer or the error with its place, and what was spent and drawn for it. */
async function outcome(context: RequestContext, run: () => Promise<Value>) {
  const spent = () => ({ steps: context.meter.spent, draw: context.random() });
  try {
    return { value: await run(), ...spent() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    const { code, span, details } = thrown;
    return { code, span, details, ...spent() };
  }
}
