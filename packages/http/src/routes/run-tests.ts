import { diagnose } from "@tablewright/core";
import { defineApplicationRoute } from "./define-application-route.ts";
import { withTester } from "./show-tests.ts";

export const runTests = defineApplicationRoute({
  method: "POST",
  path: "tests",
  operation: "runTests",
  summary: "Runs the definition's tests.",
  right: "tests",
  answers: "TestRun",
  answer: (call) =>
    withTester(call, async (tester) => {
      const outcome = await tester.run();
      return "run" in outcome
        ? { output: outcome.run, diagnostics: [] }
        : { output: undefined, diagnostics: [diagnose("tests/not-run", outcome)] };
    }),
});
