import { byName, members, textForm } from "@tablewright/core/definition";
import type { z } from "zod";
import { expectedDecision, facts, stubs } from "../read/rule-test-shape.ts";

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

export const decisionTestShape = members("a file of tests, a mapping,", {
  given: facts.optional(),
  ...context,
  tests: byName("a mapping of tests by name", test),
});

export type DecisionTestShape = z.infer<typeof decisionTestShape>;
export type DecisionTestBody = DecisionTestShape["tests"][string];
