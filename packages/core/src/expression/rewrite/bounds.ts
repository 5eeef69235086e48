import { toCanonical } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { BinaryNode, Node } from "../tree/node.ts";
import { firstEqual, firstGreater, nextDouble } from "./equal-range.ts";

/** A comparison of `operand` with a constant number, date, time or duration on its right. */
export interface ConstantComparison {
  readonly operand: Node;
  readonly operator: Operator;
  readonly constant: number;
}

/** A comparison with a constant on either side; undefined where a node is something else. */
export function constantComparison(node: Node): ConstantComparison | undefined {
  if (node.op !== "binary" || !isOrdered(node)) return undefined;
  const { left, right, rule } = node;
  if (right.op === "constant") return comparison(left, rule.operator, right.value);
  if (left.op !== "constant" || rule.id === "legacy comparison") return undefined;
  return comparison(right, MIRRORED[rule.operator], left.value);
}

function comparison(
  operand: Node,
  operator: Operator | undefined,
  constant: unknown,
): ConstantComparison | undefined {
  return operator !== undefined && typeof constant === "number" ? { operand, operator, constant } : undefined;
}

function isOrdered({ rule }: BinaryNode): boolean {
  return rule.result === "Yes/No" && ORDERED.has(rule.left);
}

const ORDERED = new Set(["number", "date", "time", "datetime", "duration"]);

const MIRRORED: Partial<Record<Operator, Operator>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/**
 * The numbers for which a comparison with a constant is TRUE: those from `low` up to but without `high`, or all
 * others when `outside`. A blank counts as outside. Infinities lie in no range, as results that are not finite are blank.
 */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly outside: boolean;
}

/** The bounds of a comparison, for an operand of any value; undefined for constants beyond all measure. */
export function boundsOf({ operator, constant }: ConstantComparison): Bounds | undefined {
  const middle = toCanonical(constant);
  const first = needsFirst(operator) ? firstEqual(middle) : 0;
  const behind = needsBehind(operator) ? firstGreater(middle) : 0;
  return first === undefined || behind === undefined ? undefined : between(operator, first, behind);
}

/** The bounds for a cell, which is a number of at most 15 digits: nothing but the constant itself is equal to it. */
export function cellBoundsOf({ operator, constant }: ConstantComparison): Bounds | undefined {
  const middle = toCanonical(constant);
  return between(operator, middle, nextDouble(middle));
}

function needsFirst(operator: Operator): boolean {
  return operator !== "<=" && operator !== ">";
}

function needsBehind(operator: Operator): boolean {
  return operator !== "<" && operator !== ">=";
}

/** `first` is the least number equal to the constant, `behind` the least one greater. */
function between(operator: Operator, first: number, behind: number): Bounds | undefined {
  switch (operator) {
    case "=":
      return { low: first, high: behind, outside: false };
    case "<>":
      return { low: first, high: behind, outside: true };
    case "<":
      return { low: -Number.MAX_VALUE, high: first, outside: false };
    case "<=":
      return { low: -Number.MAX_VALUE, high: behind, outside: false };
    case ">":
      return { low: behind, high: Number.POSITIVE_INFINITY, outside: false };
    case ">=":
      return { low: first, high: Number.POSITIVE_INFINITY, outside: false };
    default:
      return undefined;
  }
}
