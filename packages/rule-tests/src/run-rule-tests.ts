import type { AppDefinition, DefinitionLocations } from "@tablewright/core";
import { answerLater } from "@tablewright/core/compiler";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import type { Store } from "@tablewright/core/storage";
import { Coverage } from "./coverage/coverage.ts";
import type { FiredRows } from "./coverage/fired-rows.ts";
import { GivenStores, type TestStore } from "./given/given-stores.ts";
import { GivenError, type OpenGiven, UnreadableRows } from "./given/load-given.ts";
import type { RuleTest, RuleTests } from "./read/rule-tests.ts";
import type { Failure, RuleTestResult, RuleTestRun } from "./rule-test-run.ts";
import { examplesOf, runExample } from "./run-examples.ts";
import { runTest } from "./run-test.ts";

export interface RuleTestOptions {
  readonly definition: AppDefinition;
  readonly tests: readonly RuleTests[];
  /** Makes a store without rows, such as `memoryStore` of `@tablewright/store-memory`. */
  readonly openStore: () => TestStore;
  /** What the clock shows in tests that set none, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Opens the files of rows that tests name; without it such a test fails. */
  readonly openGiven?: OpenGiven;
  /** A store whose rows every test begins with. It is only read. */
  readonly rows?: Store | undefined;
  /** The code of functions that the definition leaves to the program; a test may name answers in its place. */
  readonly functions?: readonly FunctionDeclaration[];
  /** Which tests are run, by their names; all where it is left out. */
  readonly filter?: (name: string) => boolean;
  /** What learned of decisions since the definition was loaded; without it their rows are no part of the coverage. */
  readonly firedRows?: FiredRows | undefined;
  /** Where the parts of the definition are: what tests show of them is noted then. */
  readonly locations?: DefinitionLocations | undefined;
  /** Is called with each test when it has ended. */
  readonly ended?: (result: RuleTestResult) => void;
}

/** Runs the examples of functions of a definition, and tests one after the other, each on rows of its own. What a test finds wrong is in its result. */
export async function runRuleTests(options: RuleTestOptions): Promise<RuleTestRun> {
  const {
    definition,
    openStore,
    openGiven = REFUSE_FILES,
    rows,
    functions,
    locations,
    firedRows,
    filter = () => true,
  } = options;
  const stores = new GivenStores({ definition, openStore, openGiven, rows, functions });
  const coverage = locations && new Coverage(definition, locations, firedRows);
  const begun = performance.now();
  const results: RuleTestResult[] = [];
  for (const example of examplesOf(definition).filter(({ source }) => filter(source))) {
    const { scope, timezone, locale } = definition;
    const context = { now: options.now, timezone, locale, random: () => 0.5 };
    const result = await runExample(example, () => answerLater(example.expression, scope, context));
    results.push(result);
    options.ended?.(result);
  }
  for (const tests of options.tests) {
    for (const test of tests.tests.filter(({ name }) => filter(name))) {
      const since = performance.now();
      const failures = await failuresOf(options, stores, coverage, tests, test);
      const result = {
        file: tests.file,
        name: test.name,
        location: tests.locationOf(test.path),
        failures,
        milliseconds: performance.now() - since,
      };
      results.push(result);
      options.ended?.(result);
    }
  }
  return { tests: results, milliseconds: performance.now() - begun, coverage: coverage?.report() };
}

async function failuresOf(
  { definition, now, functions, firedRows }: RuleTestOptions,
  stores: GivenStores,
  coverage: Coverage | undefined,
  tests: RuleTests,
  test: RuleTest,
): Promise<readonly Failure[]> {
  const clock = test.clock ?? now;
  try {
    const store = await stores.storeFor(tests, test, clock);
    const run = () => runTest(test, { definition, store, clock, coverage, functions });
    const mismatches = await (firedRows === undefined ? run() : firedRows.during(run));
    return mismatches.map(({ path, ...mismatch }) => ({ location: tests.locationOf(path), ...mismatch }));
  } catch (thrown) {
    if (!(thrown instanceof GivenError)) throw thrown;
    return [{ location: tests.locationOf(thrown.path), message: thrown.message }];
  }
}

const REFUSE_FILES: OpenGiven = async (_, name) => {
  throw new UnreadableRows(`The tests name the file "${name}", and nothing was given that opens files.`);
};
