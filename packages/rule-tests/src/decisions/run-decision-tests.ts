import type { DefinitionLocations } from "@tablewright/core";
import { answerLater } from "@tablewright/core/compiler";
import type { DecisionResult, Rules } from "@tablewright/core/rules";
import { reportOf } from "../coverage/coverage.ts";
import { FiredRows } from "../coverage/fired-rows.ts";
import { compareDecision } from "../expected/compare-decision.ts";
import type { RuleTestResult, RuleTestRun } from "../rule-test-run.ts";
import { examplesOf, runExample } from "../run-examples.ts";
import { functionsInTest } from "../stubbed-functions.ts";
import type { DecisionTest, DecisionTests } from "./read-decision-tests.ts";

export interface DecisionTestOptions {
  readonly rules: Rules;
  readonly tests: readonly DecisionTests[];
  /** What the clock shows in tests that set none, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Which tests are run, by their names; all where it is left out. */
  readonly filter?: (name: string) => boolean;
  /** Where the parts of the definition are: what tests show of them is noted then. */
  readonly locations?: DefinitionLocations | undefined;
  /** Is called with each test when it has ended. */
  readonly ended?: (result: RuleTestResult) => void;
}

/** Runs tests of decisions one after the other, and waits for asynchronous functions. What a test finds wrong is in its result, with the facts it was given. */
export async function runDecisionTests(options: DecisionTestOptions): Promise<RuleTestRun> {
  const { rules, locations, filter = () => true } = options;
  const decisions = rules.describe();
  const firedRows = new FiredRows();
  const begun = performance.now();
  const results: RuleTestResult[] = [];
  const { examples, hosts: functions } = rules;
  for (const example of examplesOf({ examples, functions }).filter(({ source }) => filter(source))) {
    const context = { now: options.now, random: () => 0.5 };
    const result = await runExample(example, () => answerLater(example.expression, rules.scope, context));
    results.push(result);
    options.ended?.(result);
  }
  for (const tests of options.tests)
    for (const test of tests.tests.filter(({ name }) => filter(name))) {
      const since = performance.now();
      const missing = new Set<string>();
      const decided = await decide(test, options, missing);
      firedRows.decided(decisions, decided);
      const failures = compareDecision([...test.path, "expect"], test.expect, decided).map(
        ({ path, ...mismatch }) => ({
          location: tests.locationOf(path),
          ...mismatch,
        }),
      );
      if (missing.size > 0)
        failures.push({ location: tests.locationOf(test.path), message: [...missing].join(" ") });
      const result = {
        file: tests.file,
        name: test.name,
        location: tests.locationOf(test.path),
        failures,
        ...(failures.length === 0 ? {} : { facts: test.facts }),
        milliseconds: performance.now() - since,
      };
      results.push(result);
      options.ended?.(result);
    }
  const coverage = locations && reportOf(firedRows.points(decisions, locations));
  return { tests: results, milliseconds: performance.now() - begun, coverage };
}

/** Chance is the same in every run. What the test does not answer and no code does is `missing`. */
function decide(
  { facts, context, functions }: DecisionTest,
  { rules, now }: DecisionTestOptions,
  missing: Set<string>,
): Promise<DecisionResult> {
  const own = functionsInTest({ functions: rules.hosts }, functions, [], missing);
  const asked = own.length === 0 ? rules : rules.withFunctions(own);
  return asked.decideAsync(facts, { now, random: () => 0.5, ...context });
}
