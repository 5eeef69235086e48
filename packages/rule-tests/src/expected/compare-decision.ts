import type { Diagnostic, Path } from "@tablewright/core";
import type { DecisionResult, FiredRule, RuleEvent } from "@tablewright/core/rules";
import type { ExpectedDecision, ExpectedError, ExpectedFired } from "../read/rule-test-shape.ts";
import { compareList, type ListKind } from "./compare-list.ts";
import { causeOf, compareMembers } from "./compare-outcome.ts";
import { compareValue, hasMembers, isMatcher, type Mismatch, shown } from "./compare-value.ts";

/** Compares what was decided with what is expected. Errors that no test expects are a mismatch of their own. */
export function compareDecision(
  path: Path,
  expect: ExpectedDecision,
  { outputs, fired, events, diagnostics }: DecisionResult,
): readonly Mismatch[] {
  const at = (member: string): Path => [...path, member];
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

const FIRED: ListKind<ExpectedFired, FiredRule> = {
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
  if (hasMembers(expected) && !isMatcher(expected)) {
    if (hasMembers(actual))
      return Object.entries(expected).flatMap(([name, value]) =>
        compareJson([...path, name], value, actual[name] ?? null),
      );
  } else if (Array.isArray(expected) && expected.some(hasMembers) && Array.isArray(actual)) {
    if (expected.length === actual.length)
      return expected.flatMap((item, at) => compareJson([...path, at], item, actual[at]));
  } else return compareValue(path, expected as Parameters<typeof compareValue>[1], actual);
  return [{ path, message: "The value is another one.", expected: shown(expected), actual: shown(actual) }];
}
