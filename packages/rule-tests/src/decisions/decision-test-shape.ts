import { byName, count, type JsonValue, members, text } from "@tablewright/core/definition";
import { z } from "zod";
import { byForm } from "../read/by-form.ts";
import { listOf, namedShapes } from "../read/rule-test-shape.ts";

/** The members of a file of tests of decisions and the form of their values; names are checked by `readDecisionTests`. */

const json = z.unknown() as z.ZodType<JsonValue>;
const facts = z.record(z.string(), json, { error: "a set of facts by name" });
const FIRED = "the name of a rule, or a set of members of a row";
const { value } = namedShapes;

const expectedFired = byForm(FIRED, {
  single: text,
  members: members("a set of members of a row", {
    decision: text.optional(),
    rule: text.optional(),
    row: count.optional(),
    outputs: byName("outputs by their names", json).optional(),
  }),
});

const expectedError = members("a set of members of an error", {
  code: text.optional(),
  pointer: text.optional(),
  member: text.optional(),
  message: value.optional(),
  hint: value.optional(),
});

const expectations = members("a set of expectations", {
  outputs: byName("outputs by their names", json).optional(),
  fired: listOf("rows that fired", expectedFired).optional(),
  events: listOf("events", z.record(z.string(), json, { error: "a set of members of an event" })).optional(),
  errors: listOf("errors", expectedError).optional(),
});

const context = {
  clock: text.optional(),
  timezone: text.optional(),
  user: members("a set of members of a user", {
    email: text.optional(),
    name: text.optional(),
    role: text.optional(),
  }).optional(),
};

const test = members("a set of members of a test", {
  given: facts.optional(),
  ...context,
  expect: expectations,
});

export const decisionTestShape = members("tests of decisions", {
  given: facts.optional(),
  ...context,
  tests: byName("tests by their names", test),
});

export type DecisionTestShape = z.infer<typeof decisionTestShape>;
export type DecisionTestBody = DecisionTestShape["tests"][string];
export type ExpectedDecision = z.infer<typeof expectations>;
export type ExpectedFired = z.infer<typeof expectedFired>;
export type ExpectedError = z.infer<typeof expectedError>;
