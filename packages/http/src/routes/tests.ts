import { diagnose, type Outcome } from "@tablewright/core";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  MOMENT,
  NUMBER,
  objectSchema,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import type { RuleTester } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute, noSuchPath } from "./define-application-route.ts";

/** A position in a file. */
const location = objectSchema({ line: COUNT, character: COUNT });

export const showTests = defineApplicationRoute({
  method: "GET",
  path: "tests",
  operation: "showTests",
  summary: "The result of the last run of the definition's tests.",
  right: "tests",
  answers: "TestRun",
  schemas: {
    TestRun: says(
      closed(
        { tests: listSchema(reference("TestResult")) },
        {
          at: says(MOMENT, "When they were run; missing where they were not since the server started."),
          ok: BOOL,
          milliseconds: NUMBER,
          coverage: says(
            closed({
              cases: COUNT,
              covered: COUNT,
              points: listSchema(closed({ member: TEXT, location, cases: TEXTS, missing: TEXTS })),
            }),
            "How many of the cases of the definition the tests show, and which they do not.",
          ),
        },
      ),
      "What came of the tests of a definition.",
    ),
    TestResult: closed(
      {
        name: TEXT,
        location,
        milliseconds: NUMBER,
        failures: says(
          listSchema(closed({ location, message: TEXT }, { expected: TEXT, actual: TEXT })),
          "Empty where the test passes.",
        ),
      },
      { file: TEXT },
    ),
  },
  answer: (call) =>
    withTester(call, async (tester) => ({ output: tester.last() ?? { tests: [] }, diagnostics: [] })),
});

/** Carries `work` out with the tests of the application, where the program that serves hands them in. */
async function withTester(
  { service, application, request }: Pick<AdmittedCall, "service" | "application" | "request">,
  work: (tester: RuleTester) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const tester = service.tests?.(application.name);
  return tester === undefined ? noSuchPath(request) : work(tester);
}

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
