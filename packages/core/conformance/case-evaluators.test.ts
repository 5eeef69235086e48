import { describe, test } from "vitest";
import { readCases, situationOf } from "./conformance-case.ts";
import { evaluateByReference } from "./evaluate-by-reference.ts";
import { evaluateWithPauses } from "./evaluate-with-pauses.ts";
import { exemptions } from "./exemptions.ts";
import { expectAnswer } from "./expect-answer.ts";

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
