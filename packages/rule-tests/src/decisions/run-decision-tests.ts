import type { DefinitionLocations, Diagnostic, Path } from "@tablewright/core";
import { answerLater } from "@tablewright/core/compiler";
import type { DecisionResult, FiredRow, RuleEvent, Rules } from "@tablewright/core/rules";
import { reportOf } from "../coverage/coverage-point.ts";
import { FiredRows } from "../coverage/fired-rows.ts";
import { compareList, type ListKind } from "../expected/compare-list.ts";
import { causeOf, compareMembers } from "../expected/compare-outcome.ts";
import { compareValue } from "../expected/compare-value.ts";
import { type Mismatch, shown } from "../expected/mismatch.ts";
import type { RuleTestResult, RuleTestRun } from "../rule-test-run.ts";
import { examplesOf, runExample } from "../run-examples.ts";
import { functionsInTest } from "../stubbed-functions.ts";
import type { ExpectedError, ExpectedFired } from "./decision-test-shape.ts";
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
      const failures = compareDecision(test, decided).map(({ path, ...mismatch }) => ({
        location: tests.locationOf(path),
        ...mismatch,
      }));
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

/** Compares what was decided with what is expected. Errors that no test expects are a mismatch of their own. */
function compareDecision(
  { path, expect }: DecisionTest,
  { outputs, fired, events, diagnostics }: DecisionResult,
): readonly Mismatch[] {
  const at = (member: string): Path => [...path, "expect", member];
  if (expect.errors === undefined && diagnostics.length > 0) {
    const reported = diagnostics.map(({ code, pointer, member, message, cause }) => ({
      code,
      pointer,
      member,
      message,
      ...causeOf(cause),
    }));
    return [{ path, message: "Deciding has errors, and none were expected.", actual: shown(reported) }];
  }
  return [
    ...(expect.errors === undefined ? [] : compareList(at("errors"), expect.errors, diagnostics, ERRORS)),
    ...Object.entries(expect.outputs ?? {}).flatMap(([name, value]) =>
      compareJson([...at("outputs"), name], value, outputs[name] ?? null),
    ),
    ...(expect.fired === undefined ? [] : compareList(at("fired"), expect.fired, fired, FIRED)),
    ...(expect.events === undefined ? [] : compareList(at("events"), expect.events, events, EVENTS)),
  ];
}

const FIRED: ListKind<ExpectedFired, FiredRow> = {
  noun: "rows that fired",
  compare: (path, expected, fired) => {
    if (typeof expected === "string") return compareValue(path, expected, fired.rule);
    const { outputs, ...others } = expected;
    return [
      ...compareMembers(path, others, { ...fired }),
      ...(outputs === undefined ? [] : compareJson([...path, "outputs"], outputs, fired.outputs)),
    ];
  },
  show: (expected, fired) => (typeof expected === "string" ? (fired.rule ?? fired) : fired),
};

const EVENTS: ListKind<Readonly<Record<string, unknown>>, RuleEvent> = {
  noun: "events",
  compare: compareJson,
  show: (_, event) => event,
};

const ERRORS: ListKind<ExpectedError, Diagnostic> = {
  noun: "errors",
  compare: (path, expected, diagnostic) => compareMembers(path, expected, { ...diagnostic }),
  show: (_, { code, pointer, member, message, hint, cause }) => ({
    code,
    pointer,
    member,
    message,
    hint,
    ...causeOf(cause),
  }),
};

/** Of an object the members that are named are compared, of a list all items; anything else as a value. */
function compareJson(path: Path, expected: unknown, actual: unknown): readonly Mismatch[] {
  if (isMembers(expected) && !isMatcher(expected)) {
    if (isMembers(actual))
      return Object.entries(expected).flatMap(([name, value]) =>
        compareJson([...path, name], value, actual[name] ?? null),
      );
  } else if (Array.isArray(expected) && expected.some(isMembers) && Array.isArray(actual)) {
    if (expected.length === actual.length)
      return expected.flatMap((item, at) => compareJson([...path, at], item, actual[at]));
  } else return compareValue(path, expected as Parameters<typeof compareValue>[1], actual);
  return [{ path, message: "The value is another one.", expected: shown(expected), actual: shown(actual) }];
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMatcher(expected: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(expected);
  return names.length > 0 && names.every((name) => name === "contains" || name === "not");
}
