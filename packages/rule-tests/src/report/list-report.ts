import type { Location } from "@tablewright/core";
import { shown } from "../expected/mismatch.ts";
import type { RuleTestResult, RuleTestRun } from "../rule-test-run.ts";

/** A line for each test, and of one that fails what was expected and what there is. */
export function listTest({ name, failures, facts }: RuleTestResult): string {
  const given = facts === undefined ? [] : [`        facts  ${shown(facts)}`];
  const lines = failures.flatMap(({ location, message, expected, actual }) => [
    `        ${describeLocation(location)}: ${message}`,
    ...(expected === undefined ? [] : [`          expected  ${expected}`]),
    ...(actual === undefined ? [] : [`          actual    ${actual}`]),
  ]);
  return [`  ${failures.length === 0 ? "ok  " : "FAIL"}  ${name}`, ...given, ...lines].join("\n");
}

/** How many tests there were and how fast. */
export function listSummary({ tests, milliseconds }: RuleTestRun): string {
  const failed = tests.filter(({ failures }) => failures.length > 0).length;
  const summary = `${tests.length} ${tests.length === 1 ? "test" : "tests"}, ${failed === 0 ? "none" : failed} failed`;
  const rate = Math.round((tests.length * 1000) / Math.max(milliseconds, 0.001)).toLocaleString("en-US");
  return `${summary}; ${Math.round(milliseconds)} ms, ${rate} tests a second`;
}

/** `file:line:character`, of what of it is known. */
export function describeLocation({ file, line, character }: Location): string {
  return [file, line, character].filter((part) => part !== undefined).join(":");
}
