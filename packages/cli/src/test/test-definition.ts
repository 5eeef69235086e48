import { dirname, resolve } from "node:path";
import { type AppDefinition, definitionLocations, type LoadRow } from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { isRulesDefinition } from "@tablewright/core/rules";
import type { Store } from "@tablewright/core/storage";
import {
  checkLaws,
  FiredRows,
  type OpenGiven,
  type RuleTestRun,
  type RuleTests,
  readDecisionTests,
  readRuleTests,
  runDecisionTests,
  runRuleTests,
  UnreadableRows,
} from "@tablewright/rule-tests";
import { memoryStore } from "@tablewright/store-memory";
import { readRules } from "../decide/decide-on-facts.ts";
import { openSourceFile } from "../files/open-source-file.ts";
import { FileError } from "../files/source-file.ts";
import { loadSourceOf } from "../import/load-source-of.ts";
import { drawNumber } from "../platform.ts";
import { readProgramModule } from "../program-module.ts";
import { readDefinitionFile, readSoundDefinition } from "../read-definition.ts";
import { readTextFile } from "../read-text.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { generateDecisionTests, generateRulesTests } from "./generate-tests.ts";
import {
  printRun,
  readTests,
  reasonForNone,
  type TestOptions,
  testFilesOf,
  testPrinter,
} from "./read-tests.ts";

/** Runs the tests of a definition and prints what came of them. Answers whether all is well. */
export async function testDefinition(
  file: string,
  named: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  const { text } = await readTextFile(file, "definition");
  if (isRulesDefinition(text)) return testRules(file, named, options, terminal);
  const module = await readProgramModule(options.functions, terminal);
  if (module === undefined) return false;
  const { functions } = module;
  if (options.generate === "decisions") {
    const { definition, diagnostics } = await readDefinitionFile(file, functions);
    if (definition === undefined)
      return (await readSoundDefinition(file, terminal, { functions })) !== undefined;
    return generateDecisionTests(definition, diagnostics, functions, options, terminal);
  }
  const firedRows = options.coverage === undefined ? undefined : new FiredRows();
  const { original = file } = options;
  const fired = firedRows?.fired;
  const definition = await readSoundDefinition(file, terminal, { functions, fired, original });
  if (definition === undefined) return false;
  const files = await testFilesOf(original, named, terminal);
  const { generate, store, filter = "" } = options;
  if (files.length === 0 && generate === undefined && definition.examples.length === 0) {
    terminal.err(reasonForNone(file, files, ""));
    return false;
  }
  const tests = await readTests(files, (source, from) => readRuleTests(source, definition, from), terminal);
  if (tests === undefined) return false;
  const tested = { file, definition, tests, options, functions, firedRows };
  const finish = async (rows?: Store) => {
    const run = await runTests(tested, rows, terminal);
    if (run.tests.length === 0 && files.length > 0) {
      terminal.err(reasonForNone(file, files, filter));
      return false;
    }
    return printRun(run, await tryLaws(tested), file, options, terminal);
  };
  if (store === undefined) return finish();
  return (
    (await withApplication(
      file,
      store,
      "rows",
      terminal,
      ({ store: rows }) => finish(rows),
      options.functions,
    )) === 0
  );
}

interface Tested {
  readonly file: string;
  readonly definition: AppDefinition;
  readonly tests: readonly RuleTests[];
  readonly options: TestOptions;
  readonly functions: readonly FunctionDeclaration[];
  readonly firedRows: FiredRows | undefined;
}

/** Prints each test as it ends, where a list is wanted. */
async function runTests(
  { file, definition, tests, options, functions, firedRows }: Tested,
  rows: Store | undefined,
  terminal: Terminal,
): Promise<RuleTestRun> {
  const { filter = "", reporter, coverage } = options;
  const { text } = await readDefinitionFile(file);
  return runRuleTests({
    definition,
    tests,
    functions,
    firedRows,
    openStore: memoryStore,
    now: Date.now(),
    openGiven,
    filter: (name) => name.includes(filter),
    rows,
    locations: coverage === undefined ? undefined : definitionLocations(text, { file }),
    ended: testPrinter(reporter, terminal),
  });
}

async function tryLaws({ definition, tests, functions, options: { generate, seed } }: Tested) {
  if (generate === undefined) return undefined;
  return checkLaws({
    definition,
    tests,
    functions,
    openStore: memoryStore,
    openGiven,
    now: Date.now(),
    runs: typeof generate === "number" ? generate : USUAL_RUNS,
    seed: seed ?? Math.floor(drawNumber() * SEEDS),
  });
}

const USUAL_RUNS = 100;
const SEEDS = 1_000_000_000;

/** Opens a file of rows that tests name, by a path from the file of the tests. */
const openGiven: OpenGiven = async (table, name, from) => {
  try {
    const file = await openSourceFile(resolve(dirname(from ?? "."), name), table);
    const source = loadSourceOf(table, file, { map: new Map(), unguards: false, stopped: NEVER });
    return { ...source, rows: readRows(source.rows) };
  } catch (thrown) {
    throw asUnreadable(thrown);
  }
};

const NEVER = new AbortController().signal;

async function* readRows(rows: AsyncIterable<readonly LoadRow[]>): AsyncGenerator<readonly LoadRow[]> {
  try {
    yield* rows;
  } catch (thrown) {
    throw asUnreadable(thrown);
  }
}

function asUnreadable(thrown: unknown): unknown {
  return thrown instanceof FileError ? new UnreadableRows(thrown.message) : thrown;
}

/** Runs the tests of rules over plain objects and prints what came of them, or writes tests. Answers whether all is well. */
async function testRules(
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
