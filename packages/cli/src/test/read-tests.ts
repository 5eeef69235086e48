import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { Outcome } from "@tablewright/core";
import { readYaml } from "@tablewright/core/definition";
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
import { readTextFile } from "../read-text.ts";
import { printError, type Terminal } from "../terminal.ts";

/**
 * The files of tests of a definition: those that are named, else those beside it, in the order of their names. Those that have the
 * name of another definition in the folder belong to that one, and are reported and skipped.
 */
export async function testFilesOf(
  definition: string,
  named: readonly string[],
  terminal: Pick<Terminal, "err">,
): Promise<readonly string[]> {
  if (named.length > 0) return named;
  const folder = dirname(definition);
  const names = await readdir(folder);
  const files: string[] = [];
  for (const name of names.sort()) {
    const stem = /^(.*)\.test\.(?:ya?ml|json)$/.exec(name)?.[1];
    if (stem === undefined) continue;
    const file = folder === "." ? name : join(folder, name);
    const owner = await ownerOf(stem, definition, names);
    if (owner === undefined) files.push(file);
    else
      terminal.err(`"${file}" is skipped: it has the tests of "${owner}". To run it here, name it as well.`);
  }
  return files;
}

/** The other definition whose tests a name says; undefined where it says this one, or none. */
async function ownerOf(
  stem: string,
  definition: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (stem === basename(definition, extname(definition))) return undefined;
  for (const name of names) {
    if (!/\.(?:ya?ml|json)$/.test(name) || basename(name, extname(name)) !== stem) continue;
    const { text } = await readTextFile(join(dirname(definition), name), "definition");
    if (readYaml(text).output?.root.members.has("tablewright") === true) return name;
  }
  const [, shorter] = /^(.*)\.[^.]*$/.exec(stem) ?? [];
  return shorter === undefined ? undefined : ownerOf(shorter, definition, names);
}

/** The tests of files, as `read` reads a text; undefined when one has errors, which have been reported. */
export async function readTests<Tests>(
  files: readonly string[],
  read: (text: string, options: { readonly file: string }) => Outcome<Tests>,
  terminal: Terminal,
): Promise<readonly Tests[] | undefined> {
  const tests: Tests[] = [];
  for (const file of files) {
    const { text, diagnostics: unread } = await readTextFile(file, "test file");
    const { output, diagnostics } =
      unread.length > 0 ? { output: undefined, diagnostics: unread } : read(text, { file });
    for (const diagnostic of diagnostics) terminal.err(printError(file, text, diagnostic));
    if (output !== undefined) tests.push(output);
  }
  return tests.length === files.length ? tests : undefined;
}

/** Why no test was run. */
export function reasonForNone(definition: string, files: readonly string[], filter: string): string {
  if (files.length === 0)
    return `There are no tests of "${definition}": their files are in its folder and end in .test.yaml.`;
  if (filter !== "") return `There are no tests whose names contain "${filter}".`;
  return `There are no tests in ${files.map((file) => `"${file}"`).join(", ")}: "tests" is empty.`;
}

/** What `tablewright test` is asked for. */
export interface TestOptions {
  readonly filter?: string;
  readonly store?: string;
  /** The least percentage; `true` prints the coverage and requires none. */
  readonly coverage?: number | true;
  /** Of rules: the file of facts that tests are written from. */
  readonly facts?: string;
  /**
   * How many runs of random calls each law is tried on; `true` for the usual number. "decisions", and anything of rules, says that tests
   * of decisions are written.
   */
  readonly generate?: number | "decisions" | true;
  readonly seed?: number;
  /** The definition whose tests are run, where another text of it is in the file. */
  readonly original?: string;
  /** The module with the code of functions. */
  readonly functions?: string;
  readonly reporter: "list" | "json" | "junit";
}

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
