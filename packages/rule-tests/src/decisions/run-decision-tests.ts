import type { DefinitionLocations } from "@tablewright/core";
import type { DecisionResult, Rules } from "@tablewright/core/rules";
import type { RuleTestResult, RuleTestRun } from "../rule-test-run.ts";
import { compareDecision } from "./compare-decision.ts";
import { DecisionCoverage } from "./decision-coverage.ts";
import type { DecisionTest, DecisionTests } from "./read-decision-tests.ts";

export interface DecisionTestOptions {
  readonly rules: Rules;
  readonly tests: readonly DecisionTests[];
  /** What the clock shows in tests that set none, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Which tests are run, by their names; all where it is left out. */
  readonly filter?: (name: string) => boolean;
  /** Where the parts of the definition stand: what tests show of them is noted then. */
  readonly locations?: DefinitionLocations | undefined;
  /** Hears of each test when it has ended. */
  readonly ended?: (result: RuleTestResult) => void;
}

/** Runs tests of decisions one after the other, and waits for asynchronous functions. What a test finds wrong is in its result, with the facts it was given. */
export async function runDecisionTests(options: DecisionTestOptions): Promise<RuleTestRun> {
  const { rules, locations, filter = () => true } = options;
  const coverage = locations && new DecisionCoverage(rules, locations);
  const begun = performance.now();
  const results: RuleTestResult[] = [];
  for (const tests of options.tests)
    for (const test of tests.tests.filter(({ name }) => filter(name))) {
      const since = performance.now();
      const decided = await decide(test, options);
      coverage?.decided(decided);
      const failures = compareDecision(test, decided).map(({ path, ...mismatch }) => ({
        location: tests.locationOf(path),
        ...mismatch,
      }));
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
  return { tests: results, milliseconds: performance.now() - begun, coverage: coverage?.report() };
}

/** Chance is the same in every run. */
function decide(
  { facts, context }: DecisionTest,
  { rules, now }: DecisionTestOptions,
): Promise<DecisionResult> {
  return rules.decideAsync(facts, { now, random: () => 0.5, ...context });
}
