import type { CheckedLaws, LawResult } from "../generate/check-laws.ts";
import type { RuleTestResult } from "../rule-test-run.ts";

/** Laws as tests of the file of a definition, for reports that know tests alone. */
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
  const summary = `${laws.length} laws, ${broken === 0 ? "none" : broken} broken`;
  const counts = [runs, taken, refused].map((one) => one.toLocaleString("en-US"));
  return `${summary}; ${counts[0]} runs each, ${counts[1]} calls taken and ${counts[2]} refused; again with --seed ${seed}`;
}
