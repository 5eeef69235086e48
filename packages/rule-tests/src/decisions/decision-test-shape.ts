import { byName, members, textForm } from "@tablewright/core/definition";
import type { z } from "zod";
import { expectedDecision, facts, stubs } from "../read/rule-test-shape.ts";

/** The members of a file of tests of decisions and the form of their values; names are checked by `readDecisionTests`. */

<<<<<<< HEAD
const json = z.unknown() as z.ZodType<JsonValue>;
const facts = z.record(z.string(), json, { error: "a set of facts by name" });
const FIRED = "the name of a rule, or a set of members of a row";
const { value } = namedShapes;

const expectedFired = byForm(FIRED, {
  single: textForm,
  members: members("a set of members of a row", {
    decision: textForm.optional(),
    rule: textForm.optional(),
    row: countForm.optional(),
    outputs: byName("a set of outputs by name", json).optional(),
  }),
});

const expectedError = members("a set of members of an error", {
  code: textForm.optional(),
  pointer: textForm.optional(),
  member: textForm.optional(),
  message: value.optional(),
  hint: value.optional(),
});

const expectations = members("a set of expectations", {
  outputs: byName("a set of outputs by name", json).optional(),
  fired: listOf("rows that fired", expectedFired).optional(),
  events: listOf("events", z.record(z.string(), json, { error: "a set of members of an event" })).optional(),
  errors: listOf("errors", expectedError).optional(),
});

=======
>>>>>>> c91512e3 (rule-tests, cli: tests of an application decide on facts, and --generate decisions writes such tests)
const context = {
  clock: textForm.optional(),
  timezone: textForm.optional(),
  user: members("a set of members of a user", {
    email: textForm.optional(),
    name: textForm.optional(),
    role: textForm.optional(),
  }).optional(),
  functions: stubs.optional(),
};

const test = members("a set of members of a test", {
  given: facts.optional(),
  ...context,
  expect: expectedDecision,
});

export const decisionTestShape = members("a file of tests, a set of members,", {
  given: facts.optional(),
  ...context,
  tests: byName("a set of tests by name", test),
});

export type DecisionTestShape = z.infer<typeof decisionTestShape>;
export type DecisionTestBody = DecisionTestShape["tests"][string];
