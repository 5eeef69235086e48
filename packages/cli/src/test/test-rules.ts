import { definitionLocations, hasErrors } from "@tablewright/core";
import { sampleFacts } from "@tablewright/core/rules";
import { readDecisionTests, runDecisionTests } from "@tablewright/rule-tests";
import { FactsError, factsIn, type ReadRules, readRules } from "../decide/decide-on-facts.ts";
import type { Terminal } from "../terminal.ts";
import { yamlOnFewLines } from "../yaml-text.ts";
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
  if (options.generate !== undefined) return generateTests(read, options, terminal);
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

/**
 * Prints tests that say what the rules decide now: on the facts of a file, else on facts that show every row, and on those that
 * the analysis warns of.
 */
async function generateTests(
  { rules, text, diagnostics: warnings, options: loading }: ReadRules,
  { facts, reporter }: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  const clock = "2026-03-02T09:00:00";
  const context = { now: clock, random: () => 0.5 };
  const tests: Record<string, object> = {};
  const add = async (name: string, given: object) => {
    const { outputs, fired, events, diagnostics } = await rules.decideAsync(given, context);
    const errors = diagnostics
      .filter((one) => hasErrors([one]))
      .map(({ code, pointer, member }) => ({
        code,
        ...(pointer === undefined ? { member } : { pointer }),
      }));
    const rows = fired.map(({ decision, rule, row }) => rule ?? { decision, row });
    tests[name] = {
      given,
      expect: {
        ...(hasErrors(diagnostics) ? { errors } : {}),
        ...(Object.keys(outputs).length === 0 ? {} : { outputs }),
        ...(rows.length === 0 ? {} : { fired: rows }),
        ...(events.length === 0 ? {} : { events }),
      },
    };
  };
  try {
    if (facts === undefined) {
      for (const { facts: given, shows } of await sampleFacts(text, { ...loading, context }))
        await add(nameOf(shows), given);
      for (const { code, member, example } of warnings)
        if (example !== undefined) await add(`${code} at ${member}`, example);
    } else
      for await (const { given, where } of factsIn(facts))
        await add(`facts of ${where ?? facts}`, given as object);
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    terminal.err(error.message);
    return false;
  }
  terminal.out(
    reporter === "json"
      ? JSON.stringify({ clock, tests }, undefined, 2)
      : yamlOnFewLines({ clock, tests }).trimEnd(),
  );
  return true;
}

function nameOf(shows: readonly string[]): string {
  const named = shows.slice(0, MOST_NAMED).join(", ");
  return shows.length > MOST_NAMED ? `${named} and ${shows.length - MOST_NAMED} more` : named;
}

/** What one test shows is named up to here. */
const MOST_NAMED = 4;
