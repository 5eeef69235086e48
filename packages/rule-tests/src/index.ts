/** Tests of a definition as data: `@tablewright/rule-tests`. */
import type { CheckedLaws, LawChecking } from "./generate/check-laws.ts";

export type { CoverageReport } from "./coverage/coverage.ts";
export type { CoverageCase, CoveredPoint } from "./coverage/fired-rows.ts";
export { FiredRows } from "./coverage/fired-rows.ts";
export { type DecisionTest, type DecisionTests, readDecisionTests } from "./decisions/read-decision-tests.ts";
export { type DecisionTestOptions, runDecisionTests } from "./decisions/run-decision-tests.ts";
export type { BrokenLaw, CheckedLaws, LawChecking, LawResult } from "./generate/check-laws.ts";
export type { TestStore } from "./given/given-stores.ts";
export type { OpenGiven } from "./given/load-given.ts";
export { UnreadableRows } from "./given/load-given.ts";
export { readRuleTests } from "./read/read-rule-tests.ts";
export type {
  Expected,
  GivenRows,
  RuleTest,
  RuleTestCall,
  RuleTestStep,
  RuleTests,
} from "./read/rule-tests.ts";
export { junitReport, lawTests, listLaw, listLawSummary } from "./report/junit-report.ts";
export { coverageTable, listSummary, listTest, percentCovered } from "./report/list-report.ts";
export type { Failure, RuleTestResult, RuleTestRun } from "./rule-test-run.ts";
export { type RuleTestOptions, runRuleTests } from "./run-rule-tests.ts";

/** Makes random calls of a definition and answers which laws held of what came of them. The same seed makes the same calls. */
export async function checkLaws(checking: LawChecking): Promise<CheckedLaws> {
  return (await import("./generate/check-laws.ts")).runLaws(checking);
}
