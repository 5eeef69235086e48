import {
  type CheckedLaws,
  coverageTable,
  junitReport,
  lawTests,
  listLaw,
  listLawSummary,
  listSummary,
  listTest,
  percentCovered,
  type RuleTestResult,
  type RuleTestRun,
} from "@tablewright/rule-tests";
import type { Terminal } from "../terminal.ts";
import type { TestOptions } from "./read-tests.ts";

/** Prints each test of a list as it ends, below the name of its file. */
export function testPrinter(
  reporter: TestOptions["reporter"],
  { out }: Terminal,
): (result: RuleTestResult) => void {
  let last: string | undefined;
  return (result) => {
    if (reporter !== "list") return;
    if (result.file !== last && result.file !== undefined) out(result.file);
    last = result.file;
    out(listTest(result));
  };
}

/** Prints a run in the form that was asked for, below the list of its tests. Answers whether all is well. */
export function printRun(
  run: RuleTestRun,
  checked: CheckedLaws | undefined,
  file: string,
  { reporter, coverage: expected }: TestOptions,
  terminal: Terminal,
): boolean {
  const { tests, coverage } = run;
  const all = checked === undefined ? tests : [...tests, ...lawTests(checked, file)];
  const passes = all.every(({ failures }) => failures.length === 0);
  if (reporter === "json") terminal.out(JSON.stringify({ ok: passes, ...run, ...checked }, undefined, 2));
  else if (reporter === "junit") terminal.out(junitReport({ ...run, tests: all }));
  else {
    if (tests.length > 0) terminal.out(listSummary(run));
    if (checked !== undefined) printLaws(checked, file, terminal);
    if (coverage !== undefined) terminal.out(`\n${coverageTable(coverage)}`);
  }
  if (coverage === undefined || typeof expected !== "number") return passes;
  const percent = percentCovered(coverage);
  if (percent >= expected) return passes;
  terminal.err(`The tests cover ${percent} % of the definition, and ${expected} % are asked for.`);
  return false;
}

function printLaws(checked: CheckedLaws, file: string, { out }: Terminal): void {
  out(file);
  for (const law of checked.laws) out(listLaw(law));
  out(listLawSummary(checked));
}
