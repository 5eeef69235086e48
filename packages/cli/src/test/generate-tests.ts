import { type AppDefinition, createEngine, type Diagnostic, hasErrors } from "@tablewright/core";
import type { FunctionDeclaration, JsonValue } from "@tablewright/core/expression";
import { type DecisionResult, type NotSampled, sampleFacts, sampleFactsOf } from "@tablewright/core/rules";
import { memoryStore } from "@tablewright/store-memory";
import { FactsError, type ReadRules, readFactsText } from "../decide/decide-on-facts.ts";
import { systemServices } from "../platform.ts";
import type { Terminal } from "../terminal.ts";
import { yamlOnFewLines } from "../yaml-text.ts";
import type { TestOptions } from "./read-tests.ts";

const CLOCK = "2026-03-02T09:00:00";

/**
 * Prints tests that say what rules decide now: on the facts of a file, else on facts that show every row, and on those that the
 * analysis warns of. Answers whether the facts could be read.
 */
export async function generateRulesTests(
  { rules, text, diagnostics, options: loading }: ReadRules,
  { facts, reporter }: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  const context = { now: CLOCK, random: () => 0.5 };
  const tests: Record<string, object> = {};
  const add = async (name: string, given: object) => {
    tests[name] = { given, expect: expectationOf(await rules.decideAsync(given, context)) };
  };
  try {
    if (facts === undefined) {
      const { found, missing } = await sampleFacts(text, { ...loading, context });
      for (const { facts: given, shows } of found) await add(nameOf(shows), given);
      printMissing(missing, terminal);
      for (const { code, member, example } of diagnostics)
        if (example !== undefined) await add(`${code} at ${member}`, example);
    } else
      for await (const { given, where } of readFactsText(facts))
        await add(`facts of ${where ?? facts}`, given as object);
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    terminal.err(error.message);
    return false;
  }
  printTests(CLOCK, tests, reporter, terminal);
  return true;
}

/** The same of each decision of an application, which decides on tables without rows. */
export async function generateDecisionTests(
  definition: AppDefinition,
  diagnostics: readonly Diagnostic[],
  functions: readonly FunctionDeclaration[],
  { reporter }: TestOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (definition.decisions.size === 0) {
    terminal.err("The definition has no decisions to write tests of.");
    return false;
  }
  const services = { ...systemServices, now: () => Date.parse(`${CLOCK}Z`), random: () => 0.5 };
  const engine = await createEngine({ definition, store: memoryStore(), services, functions });
  const tests: Record<string, object> = {};
  for (const [name, { set }] of definition.decisions) {
    const decide = (facts: object) => engine.decide(name, facts as Readonly<Record<string, JsonValue>>);
    const add = async (test: string, facts: object) => {
      tests[test] = { when: [{ decide: name, facts, expect: expectationOf(await decide(facts)) }] };
    };
    const { found, missing } = await sampleFactsOf(set, decide);
    for (const { facts, shows } of found) await add(nameOf(shows), facts);
    printMissing(missing, terminal);
    for (const { code, member = "", example } of diagnostics)
      if (example !== undefined && `${member}.`.startsWith(`decisions.${name}.`))
        await add(`${code} at ${member}`, example);
  }
  await engine.close();
  printTests(`${CLOCK}Z`, tests, reporter, terminal);
  return true;
}

/** Apart from the tests, so that these can be written to a file. */
function printMissing(missing: readonly NotSampled[], { err }: Terminal): void {
  for (const { point, why } of missing) err(`No test shows "${point}": ${reasonOf(why)}`);
}

function reasonOf(why: NotSampled["why"]): string {
  if (why.kind === "never") return "its conditions never hold, or rows before it decide first.";
  if (why.kind === "error") return `deciding failed: ${why.diagnostic.message} (${why.diagnostic.code})`;
  return why.readsTables
    ? "its conditions read rows of tables, and tests of decisions have none."
    : "none of the facts tried meets its conditions. Write this test yourself.";
}

/** What was decided, as a test expects it. */
function expectationOf({ outputs, fired, events, diagnostics }: DecisionResult): object {
  const errors = diagnostics
    .filter((one) => hasErrors([one]))
    .map(({ code, pointer, member }) => ({ code, ...(pointer === undefined ? { member } : { pointer }) }));
  const rows = fired.map(({ decision, rule, row }) => rule ?? { decision, row });
  return {
    ...(errors.length === 0 ? {} : { errors }),
    ...(Object.keys(outputs).length === 0 ? {} : { outputs }),
    ...(rows.length === 0 ? {} : { fired: rows }),
    ...(events.length === 0 ? {} : { events }),
  };
}

function printTests(
  clock: string,
  tests: Readonly<Record<string, object>>,
  reporter: TestOptions["reporter"],
  { out }: Terminal,
): void {
  const whole = { clock, tests };
  out(reporter === "json" ? JSON.stringify(whole, undefined, 2) : yamlOnFewLines(whole).trimEnd());
}

function nameOf(shows: readonly string[]): string {
  const named = shows.slice(0, MOST_NAMED).join(", ");
  return shows.length > MOST_NAMED ? `${named} and ${shows.length - MOST_NAMED} more` : named;
}

/** What one test shows is named up to here. */
const MOST_NAMED = 4;
