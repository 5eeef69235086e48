import { diagnose } from "@tablewright/core";
import { authenticateOperator } from "../access/authenticate-operator.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** Runs the tests of the definition and answers what came of them: `{ "at", "ok", "tests": […], "coverage" }`. */
export const runTests = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/tests",
  answer: async (service, request) => {
    const { output: admission, diagnostics } = authenticateOperator(service, request, "tests");
    if (admission === undefined) return writeProblem(diagnostics, request.id);
    const { key, operator } = admission;
    return inPlace(service, key, request, async () => {
      const outcome = await operator.run();
      return "run" in outcome
        ? jsonAnswer(OK, JSON.stringify(outcome.run))
        : writeProblem([diagnose("tests/not-run", outcome)], request.id);
    });
  },
});
