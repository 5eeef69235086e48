import type { Node } from "../../expression/parts.ts";
import { children } from "../../expression/tree/walk.ts";
import type { Value } from "../../values/index.ts";
import { evaluateOn, type Facts, factsAsJson } from "./facts.ts";
import type { AnalysisSetting, CounterExample } from "./findings.ts";
import { Grid } from "./grid.ts";
import { setOfEqual } from "./value-set.ts";
import { isFact, Variables } from "./variables.ts";

/**
 * Facts, none of them blank, for which a part is blank and no condition is TRUE, such as a divisor of 0; undefined where none of those
 * that are tried is such. All are plain trees.
 */
export function findUnmetBlank(
  part: Node,
  conditions: readonly Node[],
  { domainOf, locale, always = [] }: AnalysisSetting,
): CounterExample | undefined {
  const variables = new Variables(domainOf);
  const read = factsOf(part);
  for (const node of [...always, ...read, ...conditions.flatMap(factsOf)]) variables.indexOf(node);
  const choices = choicesOf(variables);
  if (read.length === 0 || choices.some((values) => values.length === 0)) return undefined;
  for (const facts of combinations(choices)) {
    const value = (node: Node) => evaluateOn(node, facts, variables, locale);
    const found = value(part);
    if (found === undefined || found.value !== null) continue;
    const holds = conditions.map(value);
    if (holds.every((one) => one !== undefined && one.value !== true)) return factsAsJson(facts, variables);
  }
  return undefined;
}

/** The facts that a part reads; what is read of one through a field is a fact itself. */
function factsOf(node: Node): readonly Node[] {
  return isFact(node) ? [node] : [...children(node)].flatMap(factsOf);
}

/** Some values of each variable, and 0 among those of a number; the bounds of its domain count. */
function choicesOf(variables: Variables): readonly (readonly Value[])[] {
  const { all } = variables;
  const boxes = all.flatMap(({ family }, variable) => {
    const zero = family === "number" ? setOfEqual(0, family) : undefined;
    return zero === undefined ? [] : [new Map([[variable, zero]])];
  });
  const grid = new Grid(all, boxes);
  return all.map(({ isFact: isGiven }, variable) => {
    const [from = 0, to = 0] = isGiven ? grid.all(variable) : [];
    const values: Value[] = [];
    for (let atom = from; atom < to && values.length < MOST_VALUES; atom++) {
      const value = grid.valueOf(variable, atom);
      if (value !== undefined && value !== null && !Array.isArray(value)) values.push(value);
    }
    return values;
  });
}

const MOST_VALUES = 3;

/** Sets of facts that are tried. */
const MOST_TRIED = 256;

function* combinations(choices: readonly (readonly Value[])[]): Generator<Facts> {
  const at = choices.map(() => 0);
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    yield new Map(choices.map((values, variable) => [variable, values[at[variable] as number] as Value]));
    let next = 0;
    while (next < at.length && ++(at[next] as number) === choices[next]?.length) at[next++] = 0;
    if (next === at.length) return;
  }
}
