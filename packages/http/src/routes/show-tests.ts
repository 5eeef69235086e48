import { authenticateOperator } from "../access/authenticate-operator.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** What came of the last run of the definition's tests, which are none before the first. */
export const showTests = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/tests",
  answer: async (service, request) => {
    const { output: admission, diagnostics } = authenticateOperator(service, request, "tests");
    if (admission === undefined) return writeProblem(diagnostics, request.id);
    const { key, operator } = admission;
    return inPlace(service, key, request, async () =>
      jsonAnswer(OK, JSON.stringify(operator.last() ?? { tests: [] })),
    );
  },
});
