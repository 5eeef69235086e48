import type { Node } from "../../expression/parts.ts";
import { equalValues, hashOf, type Value } from "../../values/index.ts";
import { anything, readBoxes, type ValueBox } from "./boxes.ts";
import {
  type AnalysisSetting,
  type CounterExample,
  evaluateOn,
  type Facts,
  factsAsJson,
  factsIn,
} from "./facts.ts";
import { CoverIndex, type Effort, findUncovered } from "./find-uncovered.ts";
import { type Cell, cellsMeet, commonCell, Grid } from "./grid.ts";
import { Variables } from "./variables.ts";

/** A condition and what is given where it is TRUE, as plain trees: a row of a table, a rule, a branch of IFS. */
export interface Branch {
  readonly condition: Node;
  /** By the name of the output; a branch that gives it no value leaves it out. */
  readonly outputs: ReadonlyMap<string, Node>;
  /** Whether no later branch is tried where it is TRUE, though several may be. */
  readonly stops?: boolean;
}

/**
 * What branches of which several are TRUE come to. `unique`: an error. `unique output`: an error where they give the same output a
 * value. `any`: an error where these values differ. `first`: the first of them counts, so for priorities they are in that order.
 * `every`: all of them count.
 */
export type Policy = "unique" | "unique output" | "any" | "first" | "every";

/** Branches are named by their positions. */
export type ConditionFinding =
  /** No facts meet the condition. */
  | { readonly kind: "never"; readonly branch: number }
  /** Whatever meets the condition meets an earlier one: `decidedBy` does for the example. */
  | {
      readonly kind: "unreachable";
      readonly branch: number;
      readonly decidedBy: number | undefined;
      readonly example: CounterExample | undefined;
    }
  /** The example meets no condition. */
  | { readonly kind: "gap"; readonly example: CounterExample }
  /** The example meets both conditions, which give the output different values, or must not both be met. */
  | {
      readonly kind: "overlap";
      readonly branches: readonly [number, number];
      readonly output: string | undefined;
      readonly example: CounterExample;
    };

/**
 * What is wrong with a list of branches. What is never or not reached is proven over all facts; every gap and every overlap was tried on
 * the evaluator with its example. What cannot be decided is left out. `given` holds wherever the branches are tried.
 */
export function findingsOf(
  branches: readonly Branch[],
  policy: Policy,
  setting: AnalysisSetting,
  { hasOtherwise = false, given }: { readonly hasOtherwise?: boolean; readonly given?: Node } = {},
): readonly ConditionFinding[] {
  const analysis = analyse(branches, setting, given);
  if (!analysis.isPossible) return [];
  return [
    ...analysis.never(),
    ...(policy === "first" ? analysis.unreachable() : []),
    ...(policy === "first" || policy === "every" ? [] : analysis.overlaps(policy)),
    ...(hasOtherwise ? [] : analysis.gap()),
  ];
}

/** Two branches that give the same output different values, where neither counts less than the other, with facts for each such pair. */
export function conflictsOf(
  branches: readonly Branch[],
  setting: AnalysisSetting,
  mayConflict: (one: number, other: number) => boolean = () => true,
): readonly ConditionFinding[] {
  const analysis = analyse(branches, setting);
  return analysis.isPossible ? analysis.overlaps("any", mayConflict) : [];
}

/** Whether it is proven that no facts meet two of the conditions. */
export function areExclusive(conditions: readonly Node[], locale: string): boolean {
  const analysis = analyse(
    conditions.map((condition) => ({ condition, outputs: new Map() })),
    { locale },
  );
  return analysis.isPossible && analysis.isExclusive();
}

/** Whether a condition is never TRUE or TRUE for all facts; undefined for one that is neither, or that cannot be decided. */
export function verdictOf(
  condition: Node,
  setting: AnalysisSetting,
  given?: Node,
): "never" | "always" | undefined {
  const variables = new Variables(setting.domainOf);
  const boxes = (isTrue: boolean) => readBoxes(condition, variables, isTrue);
  const [holds, fails] = [boxes(true), boxes(false)];
  const within = given === undefined ? [anything()] : readBoxes(given, variables, true);
  const grid = new Grid(variables.all, [...holds, ...fails, ...within]);
  const region = cellsOf(within, grid);
  if (grid.hasNoPoint || region.length === 0) return undefined;
  const canBe = (some: readonly ValueBox[]) =>
    cellsOf(some, grid).some((cell) => region.some((other) => cellsMeet(cell, other)));
  if (!canBe(holds)) return "never";
  return canBe(fails) ? undefined : "always";
}

/** The boxes on a grid, without those that nothing in the domains meets. */
export function cellsOf(boxes: readonly ValueBox[], grid: Grid): readonly Cell[] {
  return boxes.map((box) => grid.cellOf(box)).filter((cell) => cell !== undefined);
}

/** Spans that one analysis may look at: about a second. */
const EFFORT = 6_000_000;

/** Findings of one kind for one list, so that a broken list is not reported row by row. */
const MOST_FINDINGS = 20;

function analyse(branches: readonly Branch[], setting: AnalysisSetting, given?: Node) {
  const effort: Effort = setting.effort ?? { left: EFFORT };
  const variables = new Variables(setting.domainOf);
  for (const node of setting.always ?? []) variables.indexOf(node);
  const boxes = branches.map(({ condition }) => readBoxes(condition, variables, true));
  const within = given === undefined ? [anything()] : readBoxes(given, variables, true);
  const grid = new Grid(variables.all, [...boxes.flat(), ...within]);
  const regions = cellsOf(within, grid);
  /** The cells of each branch; none where it is never TRUE. */
  const branchCells = boxes.map((some) =>
    cellsOf(some, grid).flatMap((cell) =>
      regions.flatMap((one) => (cellsMeet(one, cell) ? [commonCell(one, cell)] : [])),
    ),
  );
  /** Whether there are facts at all for which the branches are tried. */
  const isPossible = !grid.hasNoPoint && regions.length > 0;
  return { isPossible, never, unreachable, gap, overlaps, isExclusive };

  function never(): readonly ConditionFinding[] {
    return branchCells.flatMap((cells, branch) =>
      cells.length === 0 ? [{ kind: "never", branch } as const] : [],
    );
  }

  function isExclusive(): boolean {
    let left = effort.left;
    return branchCells.every((cells, at) =>
      branchCells.slice(0, at).every((others) => {
        left -= cells.length * others.length;
        return left > 0 && !cells.some((one) => others.some((other) => cellsMeet(one, other)));
      }),
    );
  }

  function unreachable(): readonly ConditionFinding[] {
    const findings: ConditionFinding[] = [];
    const count = branchCells.reduce((sum, { length }) => sum + length, 0);
    const earlier = new CoverIndex(grid, variables.all.length, count);
    for (const [branch, cells] of branchCells.entries()) {
      const isCovered = cells.every(
        (cell) => findUncovered(grid, cell, earlier.near(cell), effort) === "covered",
      );
      if (cells.length > 0 && isCovered) findings.push(unreached(branch, cells[0] as Cell));
      for (const cell of cells) earlier.add(cell);
    }
    return findings;
  }

  function unreached(branch: number, cell: Cell): ConditionFinding {
    const facts = factsIn(cell, grid, variables);
    const isMet = facts !== undefined && holds(branch, facts) === true;
    const mayDecide = (cells: readonly Cell[]) => cells.some((one) => cellsMeet(one, cell));
    const decidedBy = isMet
      ? branchCells.findIndex(
          (cells, index) => index < branch && mayDecide(cells) && holds(index, facts) === true,
        )
      : -1;
    const isShown = isMet && decidedBy >= 0;
    return {
      kind: "unreachable",
      branch,
      decidedBy: isShown ? decidedBy : undefined,
      example: isShown ? factsAsJson(facts, variables) : undefined,
    };
  }

  function gap(): readonly ConditionFinding[] {
    const covers = branchCells.flat();
    for (const region of regions) {
      const cell = findUncovered(grid, region, covers, effort);
      if (typeof cell === "string") continue;
      const facts = factsIn(cell, grid, variables);
      if (facts === undefined || !branches.every((_, index) => holds(index, facts) === false)) continue;
      return [{ kind: "gap", example: factsAsJson(facts, variables) }];
    }
    return [];
  }

  /** Pairs that can both be TRUE though the policy does not allow it. */
  function overlaps(
    policy: Exclude<Policy, "first" | "every">,
    mayConflict: (one: number, other: number) => boolean = () => true,
  ): readonly ConditionFinding[] {
    const findings: ConditionFinding[] = [];
    const constants = branches.map(constantOutputs);
    for (let other = 1; other < branchCells.length; other++)
      for (let one = 0; one < other; one++) {
        if (findings.length >= MOST_FINDINGS) return findings;
        if (policy === "any" && !mayDiffer(constants[one], constants[other])) continue;
        if (!mayConflict(one, other)) continue;
        const finding = overlapOf(one, other, policy);
        if (finding !== undefined) findings.push(finding);
      }
    return findings;
  }

  function overlapOf(one: number, other: number, policy: Policy): ConditionFinding | undefined {
    for (const cell of branchCells[one] ?? [])
      for (const second of branchCells[other] ?? []) {
        if (!cellsMeet(cell, second)) continue;
        const shared = policy === "unique output" ? sharedOutput(one, other) : undefined;
        if (policy === "unique output" && shared === undefined) return undefined;
        const facts = factsIn(commonCell(cell, second), grid, variables);
        if (facts === undefined || !areTried(one, other, facts)) continue;
        const differing = differingOutput(one, other, facts);
        if (policy === "any" && differing === undefined) continue;
        const output = policy === "unique output" ? shared : differing;
        return {
          kind: "overlap",
          branches: [one, other],
          output,
          example: factsAsJson(facts, variables),
        };
      }
    return undefined;
  }

  /** Whether the evaluator finds both conditions TRUE, and no branch that stops before the later one. */
  function areTried(one: number, other: number, facts: Facts): boolean {
    if (!holds(one, facts) || !holds(other, facts)) return false;
    return branches
      .slice(0, other)
      .every(({ stops = false }, index) => !stops || holds(index, facts) === false);
  }

  /** Whether the evaluator finds the condition TRUE for the facts and what is given; undefined where they do not decide it. */
  function holds(branch: number, facts: Facts): boolean | undefined {
    const found = evaluate((branches[branch] as Branch).condition, facts);
    return found && found.value === true;
  }

  function sharedOutput(one: number, other: number): string | undefined {
    const others = branches[other]?.outputs;
    return [...(branches[one]?.outputs.keys() ?? [])].find((name) => others?.has(name));
  }

  function differingOutput(one: number, other: number, facts: Facts): string | undefined {
    const others = branches[other]?.outputs;
    for (const [name, node] of branches[one]?.outputs ?? []) {
      const second = others?.get(name);
      if (second === undefined) continue;
      const values = [node, second].map((output) => evaluate(output, facts));
      if (values.includes(undefined)) continue;
      const [first, last] = values.map((found) => found?.value ?? null);
      if (!sameOutput(first as Value, last as Value)) return name;
    }
    return undefined;
  }

  function evaluate(node: Node, facts: Facts): { readonly value: Value } | undefined {
    return evaluateOn(node, facts, variables, setting.locale);
  }
}

/** What a decision gives is the same only if it reads the same. */
function sameOutput(one: Value, other: Value): boolean {
  return one === other || (typeof one !== "string" && equalValues(one, other, familyOfValue(one)));
}

function familyOfValue(value: Value) {
  return Array.isArray(value) ? "list" : typeof value === "number" ? "number" : "text";
}

/** The outputs that are constants, by name, to be compared without facts; undefined for others. */
function constantOutputs({ outputs }: Branch): ReadonlyMap<string, unknown> {
  return new Map(
    [...outputs].map(([name, node]) => [
      name,
      node.op === "constant" ? { is: hashOf(node.value, "point") } : undefined,
    ]),
  );
}

function mayDiffer(
  one: ReadonlyMap<string, unknown> | undefined,
  other: ReadonlyMap<string, unknown> | undefined,
): boolean {
  for (const [name, value] of one ?? []) {
    if (!other?.has(name)) continue;
    const [first, second] = [value, other.get(name)] as ({ readonly is: unknown } | undefined)[];
    if (first === undefined || second === undefined || first.is !== second.is) return true;
  }
  return false;
}
