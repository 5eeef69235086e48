import { hasErrors, type Location, type Outcome, type Path } from "@tablewright/core";
import {
  byName,
  checkShape,
  DefinitionReport,
  type JsonValue,
  members,
  readYaml,
  textForm,
} from "@tablewright/core/definition";
import type { DecisionContext, Rules } from "@tablewright/core/rules";
import type { z } from "zod";
import { checkExpectedDecision, checkFacts } from "../read/check-expected-decision.ts";
import { readClock } from "../read/read-rule-tests.ts";
import { type ExpectedDecision, expectedDecision, facts, stubs } from "../read/rule-test-shape.ts";
import { readStubs, type StubbedFunctions } from "../stubbed-functions.ts";

/** Tests of decisions as they were read: every name of a fact, output, decision and rule is one that the definition has. */
export interface DecisionTests {
  readonly file: string | undefined;
  /** In the order of the text. */
  readonly tests: readonly DecisionTest[];
  /** Where a member is: line and character from 1. */
  locationOf(path: Path): Location;
}

export interface DecisionTest {
  readonly name: string;
  readonly path: Path;
  readonly facts: Readonly<Record<string, JsonValue>>;
  readonly context: DecisionContext;
  /** The answers of functions of the program, by their names in capitals. */
  readonly functions: StubbedFunctions;
  readonly expect: ExpectedDecision;
}

/**
 * Tests of decisions from YAML or JSON text. Errors are located as those of a definition are; there is an output only when
 * there is none.
 */
export function readDecisionTests(
  text: string,
  rules: Rules,
  { file }: { readonly file?: string } = {},
): Outcome<DecisionTests> {
  const read = readYaml(text, file, { kind: "test file" });
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const { output: source } = read;
  const report = new DefinitionReport(source);
  const shape = checkShape(report, decisionTestShape);
  const tests = shape && readTests(report, rules, shape);
  const diagnostics = [...read.diagnostics, ...report.diagnostics];
  if (tests === undefined || hasErrors(diagnostics)) return { output: undefined, diagnostics };
  return { output: { file, tests, locationOf: (path) => source.location(path, "name") }, diagnostics };
}

function readTests(
  report: DefinitionReport,
  rules: Rules,
  shape: DecisionTestShape,
): readonly DecisionTest[] {
  const decided = { names: rules.names, rows: rules.describe().flatMap(({ rows }) => rows) };
  checkFacts(report, ["given"], shape.given, decided);
  const shared = readStubs(report, rules.hosts, [], shape.functions);
  return report.source.names(["tests"], shape.tests).map((name) => {
    const path = ["tests", name];
    const test = shape.tests[name] as DecisionTestBody;
    checkFacts(report, [...path, "given"], test.given, decided);
    checkExpectedDecision(report, [...path, "expect"], test.expect, decided);
    return {
      name,
      path,
      facts: { ...shape.given, ...test.given },
      functions: new Map([...shared, ...readStubs(report, rules.hosts, path, test.functions)]),
      context: contextOf(report, path, test, shape),
      expect: test.expect,
    };
  });
}

/** What a test says itself wins over what the file says. */
function contextOf(
  report: DefinitionReport,
  path: Path,
  test: DecisionTestBody,
  shape: DecisionTestShape,
): DecisionContext {
  const clock = test.clock ?? shape.clock;
  const timezone = test.timezone ?? shape.timezone;
  const user = test.user ?? shape.user;
  const now = clock === undefined ? undefined : readClock(clock, timezone ?? "UTC");
  if (clock !== undefined && now === undefined)
    report.report([...(test.clock === undefined ? [] : path), "clock"], "definition/wrong-value", {
      actual: JSON.stringify(clock),
      expected: "a time such as 2026-03-01T09:30:00",
    });
  return {
    ...(now === undefined ? {} : { now }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(user === undefined ? {} : { user: user as NonNullable<DecisionContext["user"]> }),
  };
}

/** The members of a file of tests of decisions and the form of their values; names are checked by `readDecisionTests`. */

const context = {
  clock: textForm.optional(),
  timezone: textForm.optional(),
  user: members("a user, written as a mapping", {
    email: textForm.optional(),
    name: textForm.optional(),
    role: textForm.optional(),
  }).optional(),
  functions: stubs.optional(),
};

const test = members("a test, written as a mapping", {
  given: facts.optional(),
  ...context,
  expect: expectedDecision,
});

const decisionTestShape = members("a file of tests, a mapping,", {
  given: facts.optional(),
  ...context,
  tests: byName("a mapping of tests by name", test),
});

type DecisionTestShape = z.infer<typeof decisionTestShape>;
type DecisionTestBody = DecisionTestShape["tests"][string];
