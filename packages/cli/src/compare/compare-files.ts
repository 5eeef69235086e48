import { count } from "../count.ts";
import { contextOf, type DecideOptions, FactsError, factsIn, readRules } from "../decide/decide-on-facts.ts";
import type { Terminal } from "../terminal.ts";
import { compareDecisions, type Difference } from "./compare-decisions.ts";

export interface CompareOptions extends Pick<DecideOptions, "outputs" | "now" | "timezone"> {
  readonly facts: string;
  readonly json?: true;
  readonly limit: number;
}

/** What a comparison comes to: `differing` facts of `facts`, by the outputs that change. */
interface Comparison {
  readonly facts: number;
  readonly differing: number;
  readonly changed: Readonly<Record<string, number>>;
  /** Outputs that only one definition has. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  /** As many as are shown. */
  readonly differences: readonly Difference[];
}

/** Prints on which facts two definitions decide otherwise, and why. Answers 0 where there are none, 1 where there are, else 2. */
export async function compareFiles(
  old: string,
  other: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const [before, after] = [await readRules(old, terminal), await readRules(other, terminal)];
  if (before === undefined || after === undefined) return 2;
  const { now = new Date().toISOString(), limit } = options;
  const context = { ...contextOf({ ...options, now }), random: () => 0.5 };
  const changed: Record<string, number> = {};
  const differences: Difference[] = [];
  let all = 0;
  let differing = 0;
  try {
    for await (const { given, where } of factsIn(options.facts)) {
      if (terminal.stopped.aborted) return 2;
      all += 1;
      const found = compareDecisions(before.rules, after.rules, given, context);
      if (found === undefined) continue;
      differing += 1;
      for (const { name } of found.changed) changed[name] = (changed[name] ?? 0) + 1;
      if (differences.length < limit) differences.push({ where: where ?? "facts", ...found });
    }
  } catch (error) {
    if (!(error instanceof FactsError)) throw error;
    terminal.err(error.message);
    return 2;
  }
  const names = [before.rules.names.outputs, after.rules.names.outputs] as const;
  const comparison: Comparison = {
    facts: all,
    differing,
    changed,
    onlyOld: names[0].filter((name) => !names[1].includes(name)),
    onlyNew: names[1].filter((name) => !names[0].includes(name)),
    differences,
  };
  terminal.out(options.json ? JSON.stringify(comparison, undefined, 2) : asText(comparison));
  return differing === 0 ? 0 : 1;
}

function asText({ facts, differing, changed, onlyOld, onlyNew, differences }: Comparison): string {
  const only = (which: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`only in the ${which} definition: ${names.join(", ")}`];
  const counts = Object.entries(changed).sort(([, left], [, right]) => right - left);
  const width = counts.reduce((most, [name]) => Math.max(most, name.length), 0);
  const left = differing - differences.length;
  return [
    `${differing === 0 ? "none" : differing} of ${count(facts, "set")} of facts decided otherwise`,
    ...only("old", onlyOld),
    ...only("new", onlyNew),
    ...counts.map(([name, number]) => `  ${name.padEnd(width)}  ${number}`),
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
          `  first in ${first.decision}: ${rowsIn(first.old)} → ${rowsIn(first.new)}`,
          ...(first.part === undefined ? [] : [`    ${first.part.replaceAll("\n", "\n    ")}`]),
        ]),
  ];
}

function rowsIn(rows: readonly string[]): string {
  return rows.length === 0 ? "no row" : rows.join(", ");
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
