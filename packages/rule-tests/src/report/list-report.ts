import type { Location } from "@tablewright/core";
import type { CoverageReport } from "../coverage/coverage.ts";
import type { CoveredPoint } from "../coverage/fired-rows.ts";
import { shown } from "../expected/compare-value.ts";
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

/** How much of a definition tests have shown, by its parts, and what is missing with its location. */
export function coverageTable({ points, cases, covered }: CoverageReport): string {
  const kinds = [...new Set(points.map(kindOf))];
  const rows = kinds.map((kind) => {
    const own = points.filter((point) => kindOf(point) === kind);
    const all = own.reduce((sum, point) => sum + point.cases.length, 0);
    const missing = own.reduce((sum, point) => sum + point.missing.length, 0);
    return [kind, String(own.length), `${all - missing} of ${all}`, percentOf(all - missing, all)];
  });
  const total = ["all", String(points.length), `${covered} of ${cases}`, percentOf(covered, cases)];
  const missing = points.filter((point) => point.missing.length > 0);
  return [
    ...aligned([["covered", "parts", "cases", ""], ...rows, total]),
    ...missing.map(
      ({ location, member, missing: lacks }) =>
        `${describeLocation(location)}: ${member}: ${lacks.map((one) => WORDS[one]).join(", ")}`,
    ),
  ].join("\n");
}

/** Rounded down, so that 100 means all. */
export function percentCovered({ cases, covered }: CoverageReport): number {
  return cases === 0 ? 100 : Math.floor((covered * 100) / cases);
}

function percentOf(covered: number, cases: number): string {
  return `${percentCovered({ points: [], cases, covered })} %`;
}

/** The member that a part is of, such as `validIf`; a column that an action sets is reported as `set`. */
function kindOf({ member }: CoveredPoint): string {
  const steps = member.split(".");
  const [, noun] = /\.(row|rule) \d+$/.exec(member) ?? [];
  if (noun !== undefined) return noun;
  if (steps.includes("webhook")) return "webhook";
  if (steps.length === 2) return steps[0] === "actions" ? "action" : "rule";
  if (steps[0] === "actions" && steps.includes("set")) return "set";
  return steps.at(-1) ?? "";
}

const WORDS: Readonly<Record<CoveredPoint["missing"][number], string>> = {
  TRUE: "never TRUE",
  FALSE: "never FALSE",
  kept: "never kept",
  broken: "never broken",
  computed: "never computed",
  run: "never run",
  fired: "never fired",
};

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
