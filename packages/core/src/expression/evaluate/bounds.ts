import { toCanonical } from "../../values/index.ts";
import type { Operator } from "../ast.ts";
import type { BinaryNode, Node } from "../node.ts";

/**
 * The numbers for which a comparison with a constant is TRUE: those from `low` up to but without `high`, or all
 * others when `outside`. A blank counts as outside. Infinities lie in no range, as results that are not finite are blank.
 */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly outside: boolean;
}

/** A comparison of `operand` with a constant number, date, time or duration. */
export interface BoundedNode {
  readonly operand: Node;
  readonly bounds: Bounds;
}

/** A comparison with a constant as bounds of its other side; undefined where it is something else. */
export function boundedBy(node: Node): BoundedNode | undefined {
  if (node.op !== "binary" || !isOrdered(node)) return undefined;
  const { left, right, rule } = node;
  if (right.op === "constant") return bounded(rule.operator, left, right.value);
  if (left.op === "constant" && !rule.name.endsWith(" legacy"))
    return bounded(MIRRORED[rule.operator], right, left.value);
  return undefined;
}

function bounded(operator: Operator | undefined, operand: Node, constant: unknown): BoundedNode | undefined {
  const bounds =
    typeof constant === "number" && operator !== undefined ? boundsOf(operator, constant) : undefined;
  return bounds && { operand, bounds };
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
 * Numbers compare at 15 digits and `toCanonical` is monotone, so the numbers equal to the constant are one range of
 * doubles; its ends are found here once, and a row compares plain doubles.
 */
export function boundsOf(operator: Operator, constant: number): Bounds | undefined {
  const middle = toCanonical(constant);
  const magnitude = Math.abs(middle);
  if (magnitude !== 0 && !(magnitude > SMALLEST && magnitude < LARGEST)) return undefined;
  const first = firstEqual(middle);
  const behind = firstGreater(middle);
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

/** Beyond these a share of the number is no longer a number of its own. */
const SMALLEST = 1e-200;
const LARGEST = 1e200;

/** More than any number is away from another that is equal to it at 15 digits, as a share of it. */
const WIDTH = 2e-14;

function firstEqual(middle: number): number {
  if (middle === 0) return 0;
  return firstWhere((x) => toCanonical(x) >= middle, middle - Math.abs(middle) * WIDTH, middle);
}

function firstGreater(middle: number): number {
  if (middle === 0) return Number.MIN_VALUE;
  return firstWhere((x) => toCanonical(x) > middle, middle, middle + Math.abs(middle) * WIDTH);
}

/** The least double for which a monotone question holds; it does not at `below` and does at `above`. */
function firstWhere(holds: (x: number) => boolean, below: number, above: number): number {
  let no = below;
  let yes = above;
  for (let middle = no + (yes - no) / 2; middle > no && middle < yes; middle = no + (yes - no) / 2) {
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
