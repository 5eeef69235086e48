import type { Outcome } from "@tablewright/core";
import {
  bool,
  closed,
  count,
  listOf,
  moment,
  number,
  objectOf,
  reference,
  says,
  text,
  texts,
} from "../openapi/json-schema.ts";
import type { RuleTester } from "../tests/rule-tester.ts";
import { type AdmittedCall, defineApplicationRoute, noSuchPath } from "./define-application-route.ts";

/** Where something stands in a file. */
const location = objectOf({ line: count, character: count });

export const showTests = defineApplicationRoute({
  method: "GET",
  path: "tests",
  operation: "showTests",
  summary: "What came of the last run of the definition's tests.",
  right: "tests",
  answers: "TestRun",
  schemas: {
    TestRun: says(
      closed(
        { tests: listOf(reference("TestResult")) },
        {
          at: says(moment, "When they were run; missing where they were not since the server started."),
          ok: bool,
          milliseconds: number,
          coverage: says(
            closed({
              cases: count,
              covered: count,
              points: listOf(closed({ member: text, location, cases: texts, missing: texts })),
            }),
            "How many of the cases of the definition the tests show, and which they do not.",
          ),
        },
      ),
      "What came of the tests of a definition.",
    ),
    TestResult: closed(
      {
        name: text,
        location,
        milliseconds: number,
        failures: says(
          listOf(closed({ location, message: text }, { expected: text, actual: text })),
          "Empty where the test passes.",
        ),
      },
      { file: text },
    ),
  },
  answer: (call) =>
    withTester(call, async (tester) => ({ output: tester.last() ?? { tests: [] }, diagnostics: [] })),
});

/** Carries `work` out with the tests of the application, where the program that serves hands them in. */
export async function withTester(
  { service, application, request }: Pick<AdmittedCall, "service" | "application" | "request">,
  work: (tester: RuleTester) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const tester = service.tests?.(application.name);
  return tester === undefined ? noSuchPath(request) : work(tester);
}
