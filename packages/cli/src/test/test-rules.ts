import { definitionLocations } from "@tablewright/core";
import { readDecisionTests, runDecisionTests } from "@tablewright/rule-tests";
import { readRules } from "../decide/decide-on-facts.ts";
import type { Terminal } from "../terminal.ts";
import { generateRulesTests } from "./generate-tests.ts";
import { printRun, testPrinter } from "./print-run.ts";
import { readTests, reasonForNone, type TestOptions, testFilesOf } from "./read-tests.ts";

/** Runs the tests of rules over plain objects and prints what came of them, or writes tests. Answers whether all is well. */
export async function testRules(
  file: string,
  named: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  const read = await readRules(file, terminal, options.functions);
  if (read === undefined) return false;
  const { rules, text } = read;
  if (options.store !== undefined) {
    terminal.err("Rules over plain objects have no rows: --store is for applications.");
    return false;
  }
  if (options.generate !== undefined) return generateRulesTests(read, options, terminal);
  const files = await testFilesOf(file, named, terminal);
  if (files.length === 0 && rules.examples.length === 0) {
    terminal.err(reasonForNone(file, files, ""));
    return false;
  }
  const tests = await readTests(files, (source, from) => readDecisionTests(source, rules, from), terminal);
  if (tests === undefined) return false;
  const { filter = "", reporter, coverage } = options;
  const run = await runDecisionTests({
    rules,
    tests,
    now: Date.now(),
    filter: (name) => name.includes(filter),
    locations: coverage === undefined ? undefined : definitionLocations(text, { file }),
    ended: testPrinter(reporter, terminal),
  });
  if (run.tests.length === 0 && files.length > 0) {
    terminal.err(reasonForNone(file, files, filter));
    return false;
  }
  return printRun(run, undefined, file, options, terminal);
}
