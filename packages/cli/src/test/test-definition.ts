import {
  type AppDefinition,
  type DefinitionPlaces,
  definitionPlaces,
  type RuleTests,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { listTest, type RuleTestRun, runRuleTests } from "@tablewright/rule-tests";
import { memoryStore } from "@tablewright/store-memory";
import { readDefinition } from "../read-definition.ts";
import { readSoundDefinition } from "../read-sound-definition.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { findTestFiles } from "./find-test-files.ts";
import { openGiven } from "./open-given.ts";
import { printRun } from "./print-run.ts";
import { readTests } from "./read-tests.ts";
import type { TestOptions } from "./test-options.ts";

/** Runs the tests of a definition and prints what came of them. Answers whether all is well. */
export async function testDefinition(
  file: string,
  named: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return false;
  const files = named.length > 0 ? named : await findTestFiles(file);
  if (files.length === 0) {
    terminal.err(`There are no tests: no file beside "${file}" ends in .test.yaml.`);
    return false;
  }
  const tests = await readTests(files, definition, terminal);
  if (tests === undefined) return false;
  const { text } = await readDefinition(file);
  const places = options.coverage === undefined ? undefined : definitionPlaces(text, { file });
  const run = (rows: Store | undefined) => runTests({ definition, tests, places, rows, options }, terminal);
  const { store } = options;
  if (store === undefined) return run(undefined);
  return (await withApplication(file, store, terminal, ({ store: rows }) => run(rows))) === 0;
}

interface Tested {
  readonly definition: AppDefinition;
  readonly tests: readonly RuleTests[];
  readonly places: DefinitionPlaces | undefined;
  readonly rows: Store | undefined;
  readonly options: TestOptions;
}

async function runTests(
  { definition, tests, places, rows, options }: Tested,
  terminal: Terminal,
): Promise<boolean> {
  const { filter = "", reporter, coverage } = options;
  const print = reporter === "list" ? terminal.out : () => {};
  let file: string | undefined;
  const run: RuleTestRun = await runRuleTests({
    definition,
    tests,
    openStore: memoryStore,
    now: Date.now(),
    openGiven,
    filter: (name) => name.includes(filter),
    ...(rows === undefined ? {} : { rows }),
    ...(places === undefined ? {} : { places }),
    ended: (result) => {
      if (result.file !== file && result.file !== undefined) print(result.file);
      file = result.file;
      print(listTest(result));
    },
  });
  if (run.tests.length === 0) {
    terminal.err(`There are no tests whose names contain "${filter}".`);
    return false;
  }
  return printRun(run, reporter, coverage, terminal);
}
