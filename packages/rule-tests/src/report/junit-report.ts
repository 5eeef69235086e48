import { shown } from "../expected/compare-value.ts";
import type { CheckedLaws, LawResult } from "../generate/check-laws.ts";
import type { RuleTestResult, RuleTestRun } from "../rule-test-run.ts";
import { describeLocation } from "./list-report.ts";

/** The results as JUnit's XML, a suite for each file. */
export function junitReport({ tests, milliseconds }: RuleTestRun): string {
  const files = [...new Set(tests.map(({ file }) => file))];
  const suites = files.map((file) =>
    suiteOf(
      file ?? "",
      tests.filter((test) => test.file === file),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${tests.length}" failures="${failed(tests)}" time="${seconds(milliseconds)}">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function suiteOf(file: string, tests: readonly RuleTestResult[]): string {
  const time = seconds(tests.reduce((sum, test) => sum + test.milliseconds, 0));
  return [
    `  <testsuite name="${escaped(file)}" tests="${tests.length}" failures="${failed(tests)}" time="${time}">`,
    ...tests.map((test) => caseOf(file, test)),
    "  </testsuite>",
  ].join("\n");
}

function caseOf(file: string, { name, location, failures, facts, milliseconds }: RuleTestResult): string {
  const opening = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" file="${escaped(file)}" line="${location.line ?? 0}" time="${seconds(milliseconds)}"`;
  if (failures.length === 0) return `${opening}/>`;
  const elements = failures.map((failure) => {
    const lines = [describeLocation(failure.location)];
    if (facts !== undefined) lines.push(`facts     ${shown(facts)}`);
    if (failure.expected !== undefined) lines.push(`expected  ${failure.expected}`);
    if (failure.actual !== undefined) lines.push(`actual    ${failure.actual}`);
    return `      <failure message="${escaped(failure.message)}">${escaped(lines.join("\n"))}</failure>`;
  });
  return [`${opening}>`, ...elements, "    </testcase>"].join("\n");
}

function failed(tests: readonly RuleTestResult[]): number {
  return tests.filter(({ failures }) => failures.length > 0).length;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** XML has no way to write most control characters. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML must not have.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replace(/[&<>"\n]/g, (sign) => ESCAPES[sign] ?? sign)
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Laws as tests of the file of a definition, for reports that know only tests. */
export function lawTests({ laws, seed }: CheckedLaws, file: string): readonly RuleTestResult[] {
  return laws.map(({ name, broken, milliseconds }) => {
    const failure = broken && {
      location: { file },
      message: broken.message,
      actual: broken.calls.join("\n"),
    };
    return {
      file,
      name: `${name}, --seed ${seed}`,
      location: { file },
      failures: failure ? [failure] : [],
      milliseconds,
    };
  });
}

/** A line for each law, and of a broken one the least calls that break it. */
export function listLaw({ name, held, broken }: LawResult): string {
  if (broken === undefined && held === 0)
    return `  none  ${name}: never tried, because no call came to it. Give the tests rows, or raise the number of runs.`;
  if (broken === undefined)
    return `  ok    ${name}: ${held.toLocaleString("en-US")} ${held === 1 ? "time" : "times"}`;
  const start = broken.given === undefined ? "no rows" : `the rows of "${broken.given}"`;
  const calls = broken.calls.map((call) => `          ${call}`);
  const after = calls.length === 0 ? `        with ${start}` : `        with ${start}, after`;
  return [`  FAIL  ${name}`, `        ${broken.message}`, after, ...calls].join("\n");
}

/** How much was tried, and how it is tried again. */
export function listLawSummary({ laws, runs, taken, refused, seed }: CheckedLaws): string {
  const broken = laws.filter((law) => law.broken !== undefined).length;
  const untried = laws.filter((law) => law.broken === undefined && law.held === 0).length;
  const summary = `${laws.length} laws, ${broken === 0 ? "none" : broken} broken${untried === 0 ? "" : `, ${untried} never tried`}`;
  const counts = [runs, taken, refused].map((one) => one.toLocaleString("en-US"));
  return `${summary}; ${counts[0]} runs each, ${counts[1]} calls taken and ${counts[2]} refused; again with --seed ${seed}`;
}
