import { diagnose, suggest } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Rules } from "@tablewright/core/rules";
import {
  contextOf,
  type DecideArguments,
  FactsError,
  printProblem,
  readRules,
} from "../decide/decide-on-facts.ts";
import { FileError } from "../files/source-file.ts";
import { counted, type Terminal } from "../terminal.ts";
import { commonOutputs, compareDecisions, type Difference } from "./compare-decisions.ts";
import { type GivenOptions, takeGiven } from "./given-facts.ts";

export interface CompareOptions
  extends Pick<DecideArguments, "outputs" | "now" | "timezone" | "functions">,
    GivenOptions {
  readonly json?: true;
  readonly limit: number;
}

/** What a comparison comes to: of `facts` sets, `compared`, of which `differing`, by the outputs that change. */
interface Comparison {
  readonly facts: number;
  readonly compared: number;
  readonly differing: number;
  readonly changed: Readonly<Record<string, number>>;
  /** Outputs, of the wanted ones, that only one definition has. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  /** Facts on which neither definition decides, with the errors; as many as are shown. */
  readonly undecided: readonly Undecided[];
  /** As many as are shown. */
  readonly differences: readonly Difference[];
}

interface Undecided {
  readonly where: string;
  readonly errors: readonly string[];
}

/**
 * Prints on which facts two definitions decide otherwise, and why. Answers 0 where there are none, 1 where there are, and 2 where
 * something cannot be read or nothing was compared.
 */
export async function compareFiles(
  old: string,
  other: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const [before, after] = [
    await readRules(old, terminal, options.functions),
    await readRules(other, terminal, options.functions),
  ];
  if (before === undefined || after === undefined) return 2;
  const { now = new Date().toISOString(), limit } = options;
  const context = { ...contextOf({ ...options, now }), random: () => 0.5 };
  const uncommon = reasonUncommon(before.rules, after.rules, context.outputs);
  if (uncommon !== undefined) {
    terminal.err(`error: ${uncommon}`);
    return 2;
  }
  const changed: Record<string, number> = {};
  const differences: Difference[] = [];
  const undecided: Undecided[] = [];
  const unread = new Set<string>();
  let all = 0;
  let compared = 0;
  let differing = 0;
  try {
    const take = async (given: JsonValue, where: string): Promise<boolean> => {
      all += 1;
      const outcome = await compareDecisions(before.rules, after.rules, given, context);
      for (const warning of outcome.unread) {
        const name = (warning.pointer ?? "").replace(/\/\d+(?=\/)/g, "");
        if (!unread.has(name)) printProblem(warning, where, terminal);
        unread.add(name);
      }
      if (outcome.kind === "undecided") {
        if (undecided.length < limit) undecided.push({ where, errors: outcome.errors });
        return !terminal.stopped.aborted;
      }
      compared += 1;
      if (outcome.kind === "same") return !terminal.stopped.aborted;
      differing += 1;
      const { difference } = outcome;
      for (const { name } of difference.changed) changed[name] = (changed[name] ?? 0) + 1;
      if (differences.length < limit) differences.push({ where, ...difference });
      return !terminal.stopped.aborted;
    };
    if (!(await takeGiven(options, [before.rules, after.rules], take, terminal))) return 2;
  } catch (error) {
    if (!(error instanceof FactsError) && !(error instanceof FileError)) throw error;
    terminal.err(error.message);
    return 2;
  }
  if (compared === 0) {
    terminal.err(describeNothing(options.facts ?? options.rows ?? options.changes ?? "", all, undecided));
    return 2;
  }
  const wanted = (name: string) => context.outputs?.includes(name) ?? true;
  const [oldNames, newNames] = [before.rules.names.outputs, after.rules.names.outputs];
  const comparison: Comparison = {
    facts: all,
    compared,
    differing,
    changed,
    onlyOld: oldNames.filter((name) => !newNames.includes(name) && wanted(name)),
    onlyNew: newNames.filter((name) => !oldNames.includes(name) && wanted(name)),
    undecided,
    differences,
  };
  terminal.out(options.json ? JSON.stringify(comparison, undefined, 2) : asText(comparison));
  return differing === 0 ? 0 : 1;
}

/** Why the wanted outputs cannot be compared: a name that neither definition has, or none that both have. */
function reasonUncommon(old: Rules, other: Rules, wanted: readonly string[] | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const known = new Set([...old.names.outputs, ...other.names.outputs]);
  const name = wanted.find((one) => !known.has(one));
  if (name !== undefined) {
    const { message, hint } = diagnose("decision/unknown-output", {
      name,
      suggestion: suggest(name, [...known]),
    });
    return hint === undefined ? message : `${message}\nhint: ${hint}`;
  }
  if (commonOutputs(old, other, wanted).length > 0) return undefined;
  return "Nothing was compared: none of the wanted outputs is in both definitions.";
}

/** Facts given as a text have no file. */
function describeNothing(facts: string, all: number, undecided: readonly Undecided[]): string {
  const file = /^\s*[{[]/.test(facts) ? "" : `${facts}: `;
  if (all === 0) return `${file}error: Nothing was compared: there are no facts.`;
  return [
    `${file}error: Nothing was compared: neither definition decides on ${all === 1 ? "the facts" : `any of ${counted(all, "set")} of facts`}.`,
    ...describeUndecided(undecided, all),
  ].join("\n");
}

function describeUndecided(undecided: readonly Undecided[], all: number): readonly string[] {
  const left = all - undecided.length;
  return [
    ...undecided.map(({ where, errors }) => `  ${where}: ${errors.join(" ")}`),
    ...(left > 0 ? [`  ${left} more`] : []),
  ];
}

function asText(comparison: Comparison): string {
  const { facts, compared, differing, changed, onlyOld, onlyNew, undecided, differences } = comparison;
  const only = (which: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`only in the ${which} definition: ${names.join(", ")}`];
  const counts = Object.entries(changed).sort(([, left], [, right]) => right - left);
  const width = counts.reduce((most, [name]) => Math.max(most, name.length), 0);
  const left = differing - differences.length;
  return [
    `${differing === 0 ? "none" : differing} of ${counted(compared, "set")} of facts decided otherwise`,
    ...only("old", onlyOld),
    ...only("new", onlyNew),
    ...counts.map(([name, number]) => `  ${name.padEnd(width)}  ${number}`),
    ...(facts === compared
      ? []
      : [
          `not compared: ${counted(facts - compared, "set")} of facts, on which neither definition decides`,
          ...describeUndecided(undecided, facts - compared),
        ]),
    ...differences.flatMap(describe),
    ...(left > 0 ? ["", `${left} more; --limit shows more of them`] : []),
  ].join("\n");
}

function describe({ where, changed, first }: Difference): readonly string[] {
  return [
    "",
    where,
    ...changed.map((one) => `  ${one.name}: ${shown(one.old)} → ${shown(one.new)}`),
    ...(first === undefined
      ? []
      : [
          `  first in ${first.decision}: ${wayOf(rowsIn(first.old), rowsIn(first.new))}`,
          ...(first.part === undefined ? [] : [`    ${first.part.replaceAll("\n", "\n    ")}`]),
        ]),
  ];
}

/** The same rows may give other values: a cell or a formula has changed. */
function wayOf(old: string, other: string): string {
  return old === other
    ? `${old}, which ${old.includes(",") ? "give" : "gives"} another value`
    : `${old} → ${other}`;
}

function rowsIn(rows: readonly string[]): string {
  return rows.length === 0 ? "no row" : rows.join(", ");
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
