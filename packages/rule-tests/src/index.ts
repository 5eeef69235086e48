/** Tests of a definition as data: `@tablewright/rule-tests`. */
export type { CoverageReport, CoveredPoint } from "./coverage/coverage.ts";
export type { CoverageCase } from "./coverage/coverage-point.ts";
export type { OpenGiven } from "./given/load-given.ts";
export type { TestStore } from "./given/test-store.ts";
export { UnreadableRows } from "./given/unreadable-rows.ts";
export { coverageTable, percentCovered } from "./report/coverage-table.ts";
export { junitReport } from "./report/junit-report.ts";
export { listSummary, listTest } from "./report/list-report.ts";
export type { Failure, RuleTestResult, RuleTestRun } from "./rule-test-run.ts";
export { type RuleTestOptions, runRuleTests } from "./run-rule-tests.ts";
