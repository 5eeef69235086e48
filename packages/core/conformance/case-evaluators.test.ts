import { describe, test } from "vitest";
import { check } from "../src/expression/check/check.ts";
import {
  type EvaluationContext,
  evaluateAsTask,
  Meter,
  type Scope,
  writeJson,
} from "../src/expression/parts.ts";
import { runToEnd } from "../src/expression/runtime/time-slice.ts";
import type { JsonValue } from "../src/values/index.ts";
import { exemptions, readCases, situationOf } from "./conformance-case.ts";
import { evaluateByReference } from "./evaluate-by-reference.ts";
import { expectAnswer } from "./expect-same.ts";
import { bindContext, readScope } from "./read-context.ts";

/** The cases with an answer, which `conformance.test.ts` compares with that of the public face. */
const cases = readCases().filter(({ id, error }) => error === undefined && !(id in exemptions));

describe("the cases of the language, by the evaluators below the public face", () => {
  test.each(cases)("by reference: $id $expr", (one) => {
    const { scope, context } = situationOf(one);
    expectAnswer(one, evaluateByReference(one.expr, scope, context));
  });

  test.each(cases)("with pauses: $id $expr", (one) => {
    const { scope, context } = situationOf(one);
    expectAnswer(one, evaluateWithPauses(one.expr, scope, context));
  });
});

/** The value of an expression in a call that shares the processor, whose time slice is always over: it pauses wherever it can. */
function evaluateWithPauses(source: string, scope: Scope, context: EvaluationContext): JsonValue {
  const read = readScope(scope);
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has errors.`);
  const { row, before, request } = bindContext(read, context);
  const meter = new Meter(request.meter.limits, undefined, undefined, ALWAYS_OVER);
  return writeJson(runToEnd(evaluateAsTask(output, row, { ...request, meter }, before)), output.type);
}

const ALWAYS_OVER = { isOver: true, pause: async () => {} };
