import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { type Diagnostic, describeCause, hasErrors, parseExactly, problemOfMembers } from "@tablewright/core";
import { functions, type JsonValue } from "@tablewright/core/expression";
import { functions as patterns } from "@tablewright/core/regex";
import {
  type DecisionContext,
  type DecisionResult,
  type Explanation,
  type LoadRulesOptions,
  loadRules,
  printExplanation,
  type Rules,
} from "@tablewright/core/rules";
import { readProgramModule } from "../program-module.ts";
import { tableReader } from "../read-definition.ts";
import { readTextFile, reasonUnread } from "../read-text.ts";
import { printError, type Terminal } from "../terminal.ts";

export interface DecideArguments {
  readonly outputs?: string;
  readonly explain?: true;
  readonly now?: string;
  readonly timezone?: string;
  readonly functions?: string;
}

/**
 * Prints what rules decide on facts: of one object as JSON of several lines, of a list or of JSON Lines one line each. Answers
 * whether the rules and all facts are sound.
 */
export async function decideFile(
  file: string,
  facts: string,
  options: DecideArguments,
  terminal: Terminal,
): Promise<boolean> {
  const read = await readRules(file, terminal, options.functions);
  if (read === undefined) return false;
  const decider = new Decider(read.rules, options, terminal);
  try {
    for await (const { given, where } of readFactsText(facts)) {
      await decider.decide(given, where);
      if (terminal.stopped.aborted) return false;
    }
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    terminal.err(error.message);
    return false;
  }
  return decider.areSound;
}

/** Rules without errors, with their text; undefined where there are some, which have been reported. */
export async function readRules(
  file: string,
  terminal: Terminal,
  moduleFile?: string,
): Promise<ReadRules | undefined> {
  const module = await readProgramModule(moduleFile, terminal);
  if (module === undefined) return undefined;
  const { text, diagnostics: unread } = await readTextFile(file, "definition");
  const options = {
    file,
    functions: [...functions, ...patterns, ...module.functions],
    readTable: tableReader(file),
  };
  const { output: rules, diagnostics } =
    unread.length > 0 ? { output: undefined, diagnostics: unread } : loadRules(text, options);
  for (const diagnostic of diagnostics)
    if (hasErrors([diagnostic])) terminal.err(printError(file, text, diagnostic));
  return rules && { rules, text, diagnostics, options };
}

/** `diagnostics` are warnings only. */
export interface ReadRules {
  readonly rules: Rules;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** What they were loaded with. */
  readonly options: LoadRulesOptions;
}

/** What options say of the clock, and of the outputs that are wanted. */
export function contextOf({
  outputs,
  now,
  timezone,
}: Pick<DecideArguments, "outputs" | "now" | "timezone">): DecisionContext {
  return {
    ...(outputs === undefined ? {} : { outputs: outputs.split(",").map((name) => name.trim()) }),
    ...(now === undefined ? {} : { now }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

class Decider {
  areSound = true;
  readonly #rules: Rules;
  readonly #options: DecideArguments;
  readonly #terminal: Terminal;

  constructor(rules: Rules, options: DecideArguments, terminal: Terminal) {
    this.#rules = rules;
    this.#options = options;
    this.#terminal = terminal;
  }

  /** `where` is where the facts are in their file; undefined of the only ones. */
  async decide(facts: JsonValue, where: string | undefined): Promise<void> {
    const { explain } = this.#options;
    const context = contextOf(this.#options);
    const result = await (explain
      ? this.#rules.explainAsync(facts as object, context)
      : this.#rules.decideAsync(facts as object, context));
    for (const diagnostic of result.diagnostics) this.#report(diagnostic, where);
    if (explain) this.#terminal.out(explanationOf(result as Explanation, where));
    const { outputs: given, fired, events } = result;
    this.#terminal.out(
      JSON.stringify({ outputs: given, fired, events }, undefined, where === undefined ? 2 : 0),
    );
  }

  #report(diagnostic: Diagnostic, where: string | undefined): void {
    if (diagnostic.severity === "error") this.areSound = false;
    printProblem(diagnostic, where, this.#terminal);
  }
}

/** What is wrong with facts, or what a decision says of them, with where these are. */
export function printProblem(
  { severity, member, message, code, hint, cause }: Diagnostic,
  where: string | undefined,
  terminal: Terminal,
): void {
  const place = [where, member].filter((one) => one !== undefined).join(": ");
  terminal.err(`${place === "" ? "" : `${place}: `}${severity}: ${message} (${code})`);
  if (hint !== undefined) terminal.err(`hint: ${hint}`);
  if (cause !== undefined) terminal.err(`cause: ${describeCause(cause)}`);
}

function explanationOf(
  { decisions }: Pick<Explanation, "decisions"> & DecisionResult,
  where: string | undefined,
): string {
  return `${where === undefined ? "" : `${where}\n`}${printExplanation(decisions)}\n`;
}

/** Facts that cannot be read at all. */
export class FactsError extends Error {}

interface GivenFacts {
  readonly given: JsonValue;
  readonly where?: string;
}

/** The facts of a file or of a text, each with where it is in the file; undefined of the only ones. */
export async function* readFactsText(facts: string): AsyncGenerator<GivenFacts> {
  if (/^\s*[{[]/.test(facts)) yield* factsOf(parse(facts, "The facts"));
  else if (/\.(jsonl|ndjson)$/i.test(facts)) yield* factsInLines(facts);
  else yield* factsOf(parse(await readFile(facts, "utf8").catch(unreadable(facts)), facts), facts);
}

/** One object, or a list of them, which are counted from 1. */
function* factsOf(facts: JsonValue, file = "facts"): Generator<GivenFacts> {
  if (!Array.isArray(facts)) yield { given: facts };
  else for (const [index, given] of facts.entries()) yield { given, where: `${file}[${index}]` };
}

async function* factsInLines(file: string): AsyncGenerator<GivenFacts> {
  const input = createReadStream(file, "utf8");
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() !== "") yield { given: parse(line, `${file}:${number}`), where: `${file}:${number}` };
    }
  } catch (error) {
    if (error instanceof FactsError) throw error;
    unreadable(file)(error);
  }
}

function parse(text: string, where: string): JsonValue {
  let facts: JsonValue;
  try {
    facts = parseExactly(text.replace(/^\uFEFF/u, "")); // editors on Windows write a byte order mark
  } catch {
    throw new FactsError(`${where}: error: It is not JSON such as {"total": 120}.`);
  }
  const problem = problemOfMembers(text);
  if (problem?.kind !== "member twice") return facts;
  throw new FactsError(`${where}: error: The member "${problem.name}" of an object is given twice.`);
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new FactsError(`${file}: error: The facts cannot be read: ${reasonUnread(error)}.`);
  };
}
