import { type Diagnostic, diagnoseDefinition } from "../diagnostics/index.ts";
import { type Node, type Type, valueFamilyOf } from "../expression/parts.ts";
import { compareValues, equalValues, exactSum, type Value } from "../values/index.ts";
import { plainTree } from "./analysis/plain-tree.ts";
import {
  type Decision,
  type DecisionRow,
  nameOfRow,
  type Output,
  type Placed,
  type RowsBody,
} from "./decision.ts";
import type { HitPolicy } from "./rules-shape.ts";

/** A row that matches, with its values by the outputs of the decision; undefined where it gives that output none. */
export interface Hit {
  readonly row: DecisionRow;
  readonly values: readonly (Value | undefined)[];
}

/** What a policy makes of the rows that match: those that fire, and the value of each output. */
export interface Chosen {
  readonly fired: readonly Hit[];
  /** By the outputs; undefined where no row that fires gives one. */
  readonly values: readonly (Value | undefined)[];
}

/** Whether only the first row that matches can fire, so that no other one is looked for. */
export function firesFirst({ hit }: RowsBody): boolean {
  return hit === "first";
}

/** Whether the outputs of a policy are lists with a value for each row that fires. */
export function givesList(hit: HitPolicy): boolean {
  return hit === "collect" || hit === "collect list" || hit === "rule order" || hit === "output order";
}

/** The rows in the order in which they count; undefined where that depends on computed outputs. */
export function inOrderOfDeciding(
  outputs: readonly Output[],
  { rows, hit, kind }: RowsBody,
): readonly DecisionRow[] | undefined {
  if (hit !== "priority" || kind !== "table") return rows;
  const ranks = rows.map((row) => outputs.map((output, index) => rankOf(row, output, index)));
  if (ranks.flat().includes(undefined)) return undefined;
  const at = rows.map((_, index) => index);
  at.sort((one, other) => {
    for (let index = 0; index < outputs.length; index++) {
      const difference = (ranks[one]?.[index] ?? 0) - (ranks[other]?.[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
  return at.map((index) => rows[index] as DecisionRow);
}

/** The first of some rows that matches decides, as a tree: an output has its default where the row gives it nothing. */
export function conditionalOf(
  outputs: readonly Output[],
  rows: readonly DecisionRow[],
  type: Type,
  condition: (row: DecisionRow) => Node,
  value: (given: readonly (Placed | undefined)[], row: number | "otherwise") => Node,
): Node {
  const branches = rows.map((row) => ({
    condition: condition(row),
    value: value(
      outputs.map((output, at) => row.outputs[at] ?? output.default),
      row.number,
    ),
  }));
  const otherwise = value(
    outputs.map((output) => output.otherwise),
    "otherwise",
  );
  return { op: "conditional", branches, otherwise, type, start: 0, end: 0 };
}

/** How strong the constant is that a row gives an output, 0 the strongest; undefined where it is computed. */
function rankOf({ outputs }: DecisionRow, { values = [] }: Output, index: number): number | undefined {
  const placed = outputs[index];
  if (placed === undefined) return values.length;
  const node = plainTree(placed.expression);
  if (node.op !== "constant") return undefined;
  const rank = values.findIndex((one: Value) => equalValues(one, node.value, "text"));
  return rank === -1 ? values.length : rank;
}

/**
 * Applies the hit policy of a decision to the rows that match, which are in the order in which they were tried. Answers a
 * diagnostic where the policy does not allow them together.
 */
export function applyPolicy(decision: Decision, body: RowsBody, hits: readonly Hit[]): Chosen | Diagnostic {
  const { outputs } = decision;
  const { hit, kind } = body;
  const count = outputs.length;
  switch (hit) {
    case "first":
      return only(hits.length > 1 ? hits.slice(0, 1) : hits, count);
    case "unique":
      if (kind === "rules") return uniqueValues(decision, hits);
      if (hits.length > 1)
        return diagnoseDefinition("decision/several-rows", {
          decision: decision.name,
          rows: hits.map(({ row }) => nameOfRow(row)),
        });
      return only(hits, count);
    case "any":
      return agreeing(decision, hits);
    case "priority":
      return kind === "rules"
        ? strongestRules(hits, count)
        : only(byStrength(outputs, hits).slice(0, 1), count);
    case "output order":
      return listed(outputs, byStrength(outputs, hits));
    case "collect":
    case "collect list":
    case "rule order":
      return listed(outputs, hits);
    default:
      return {
        fired: hits,
        values: outputs.map((output, index) => aggregate(hit, output, valuesAt(hits, index))),
      };
  }
}

/** The values of the one row that fires, if there is one. */
function only(fired: readonly Hit[], count: number): Chosen {
  return { fired, values: fired[0]?.values ?? new Array<undefined>(count).fill(undefined) };
}

/** Rules may fire together unless they set the same output. */
function uniqueValues({ outputs }: Decision, hits: readonly Hit[]): Chosen | Diagnostic {
  const values: (Value | undefined)[] = [];
  for (const [index, { name }] of outputs.entries()) {
    const setting = hits.filter((hit) => hit.values[index] !== undefined);
    if (setting.length > 1)
      return diagnoseDefinition("decision/several-values", {
        output: name,
        rules: setting.map(({ row }) => row.name ?? String(row.number)),
      });
    values.push(setting[0]?.values[index]);
  }
  return { fired: hits, values };
}

function agreeing({ outputs }: Decision, hits: readonly Hit[]): Chosen | Diagnostic {
  const values: (Value | undefined)[] = [];
  for (const [index, { name, itemType }] of outputs.entries()) {
    const family = valueFamilyOf(itemType);
    const setting = hits.filter((hit) => hit.values[index] !== undefined);
    const first = setting[0]?.values[index];
    const isSame = (hit: Hit) => equalValues(hit.values[index] as Value, first as Value, family);
    if (!setting.every(isSame))
      return diagnoseDefinition("decision/rows-disagree", {
        output: name,
        rows: setting.map(({ row }) => nameOfRow(row)),
      });
    values.push(first);
  }
  return { fired: hits, values };
}

/** Rules come with those of a higher priority first: the first that gives an output decides on it. */
function strongestRules(hits: readonly Hit[], count: number): Chosen {
  const values = Array.from({ length: count }, (_, index) => valuesAt(hits, index)[0]);
  return { fired: hits, values };
}

/** The strongest first, as the outputs list their values; the first output decides before the second. */
function byStrength(outputs: readonly Output[], hits: readonly Hit[]): readonly Hit[] {
  const rank = (hit: Hit, index: number) => {
    const { values = [], itemType } = outputs[index] as Output;
    const value = hit.values[index];
    const at = values.findIndex((one) => equalValues(one, value ?? null, valueFamilyOf(itemType)));
    return at === -1 ? values.length : at;
  };
  return hits.toSorted((left, right) => {
    for (let index = 0; index < outputs.length; index++) {
      const difference = rank(left, index) - rank(right, index);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function listed(outputs: readonly Output[], hits: readonly Hit[]): Chosen {
  // What a row gives that is a list itself is joined to those of the others.
  const list = (index: number, { itemType }: Output) =>
    itemType.kind === "List" ? (valuesAt(hits, index).flat() as Value[]) : valuesAt(hits, index);
  return {
    fired: hits,
    values: outputs.map((output, index) => (hits.length === 0 ? undefined : list(index, output))),
  };
}

function valuesAt(hits: readonly Hit[], index: number): Value[] {
  return hits.flatMap(({ values }) => {
    const value = values[index];
    return value === undefined || value === null ? [] : [value];
  });
}

/** Blanks do not count; a sum, a least and a greatest of nothing are left to the default. */
function aggregate(hit: HitPolicy, { itemType }: Output, values: readonly Value[]): Value | undefined {
  if (hit === "collect count") return values.length;
  if (values.length === 0) return undefined;
  if (hit === "collect sum") return exactSum(values as readonly number[]);
  const family = valueFamilyOf(itemType);
  const sign = hit === "collect min" ? -1 : 1;
  return values.reduce((best, value) => (sign * compareValues(value, best, family) > 0 ? value : best));
}
