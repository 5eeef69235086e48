import {
  coverageTable,
  junitReport,
  listSummary,
  percentCovered,
  type RuleTestRun,
} from "@tablewright/rule-tests";
import type { Terminal } from "../terminal.ts";
import type { TestOptions } from "./test-options.ts";

/** Prints a run in the form that was asked for, below the list of its tests. Answers whether all is well. */
export function printRun(
  run: RuleTestRun,
  reporter: TestOptions["reporter"],
  wanted: TestOptions["coverage"],
  terminal: Terminal,
): boolean {
  const { tests, coverage } = run;
  const passes = tests.every(({ failures }) => failures.length === 0);
  if (reporter === "json") terminal.out(JSON.stringify({ ok: passes, ...run }, undefined, 2));
  else if (reporter === "junit") terminal.out(junitReport(run));
  else {
    terminal.out(listSummary(run));
    if (coverage !== undefined) terminal.out(`\n${coverageTable(coverage)}`);
  }
  if (coverage === undefined || typeof wanted !== "number") return passes;
  const percent = percentCovered(coverage);
  if (percent >= wanted) return passes;
  terminal.err(`The tests cover ${percent} % of the definition, and ${wanted} % are asked for.`);
  return false;
}
