import {
  type BinaryNode,
  type CallNode,
  type CheckedExpression,
  isBounded,
  isCallOf,
  type Node,
  operandAndConstant,
  valueFamilyOf,
} from "../../expression/parts.ts";
import { type Family, memo, type Value } from "../../values/index.ts";
import { plainTree } from "./plain-tree.ts";
import {
  blankOnly,
  complement,
  intersection,
  isEmptySet,
  listedSet,
  setOfComparison,
  setOfEqual,
  union,
  type ValueSet,
} from "./value-set.ts";
import type { Variables } from "./variables.ts";

/** A set of values for some variables, by their positions; the others can have any. Nothing meets a box with an empty set. */
export type ValueBox = ReadonlyMap<number, ValueSet>;

/**
 * The boxes of a condition: it is TRUE where one of them is met and nowhere else, if every variable is independent of the others.
 * What is neither a comparison with constants nor made of such is a variable of its own, a truth value.
 */
export function boxesOf(condition: CheckedExpression, variables: Variables): readonly ValueBox[] {
  return readBoxes(plainTree(condition), variables, true);
}

/** The boxes in which a node of a plain tree is TRUE, or those in which it is not: FALSE or blank. */
export function readBoxes(node: Node, variables: Variables, isTrue: boolean): readonly ValueBox[] {
  const boxes = () => read(node, variables, isTrue) ?? [truthOf(node, variables, isTrue)];
  if (node.op !== "and" && node.op !== "or" && node.op !== "conditional") return boxes();
  const known = knownBoxes(variables)[isTrue ? "holds" : "fails"];
  const found = known.get(node) ?? boxes();
  known.set(node, found);
  return found;
}

/** The boxes of the parts read so far: what a computed column stands for is at many places of a condition. */
const knownBoxes = memo((_: Variables) => ({
  holds: new Map<Node, readonly ValueBox[]>(),
  fails: new Map<Node, readonly ValueBox[]>(),
}));

/** Undefined where there would be too many. */
function read(node: Node, variables: Variables, isTrue: boolean): readonly ValueBox[] | undefined {
  switch (node.op) {
    case "constant":
      return (node.value === true) === isTrue ? [anything()] : [];
    case "and":
    case "or": {
      const parts = node.conditions.map((one) => () => readBoxes(one, variables, isTrue));
      return (node.op === "and") === isTrue ? productOf(parts) : sumOf(parts.map((part) => part()));
    }
    case "conditional":
      return readConditional(node, variables, isTrue);
  }
  if (isCallOf(node, "NOT")) return readBoxes(node.arguments[0] as Node, variables, !isTrue);
  const found = findSet(node);
  if (found === undefined) return [truthOf(node, variables, isTrue)];
  return [boxOf(variables.indexOf(found.node), isTrue ? found.set : complement(found.set))].filter(
    isPossible,
  );
}

/** In the order of the branches: each is reached only where no earlier one holds. */
function readConditional(
  { branches, otherwise }: Extract<Node, { readonly op: "conditional" }>,
  variables: Variables,
  isTrue: boolean,
): readonly ValueBox[] | undefined {
  const sums: (readonly ValueBox[])[] = [];
  let before: readonly ValueBox[] | undefined = [anything()];
  for (const { condition, value } of branches) {
    const here = productOf([
      before,
      readBoxes(condition, variables, true),
      readBoxes(value, variables, isTrue),
    ]);
    const after: readonly ValueBox[] | undefined = productOf([
      before,
      readBoxes(condition, variables, false),
    ]);
    if (here === undefined || after === undefined) return undefined;
    sums.push(here);
    before = after;
  }
  const last = productOf([before, readBoxes(otherwise, variables, isTrue)]);
  return last && sumOf([...sums, last]);
}

/** A part as a truth value that nothing else is known of. */
function truthOf(node: Node, variables: Variables, isTrue: boolean): ValueBox {
  const set = listedSet([true], "yes/no", false);
  return boxOf(variables.indexOf(node), isTrue ? set : complement(set));
}

interface Found {
  readonly node: Node;
  readonly set: ValueSet;
}

/** The values of which part make a condition TRUE; undefined where it is no comparison with constants. */
function findSet(node: Node): Found | undefined {
  if (node.op === "binary") return setOfBinary(node);
  if (node.op !== "call") return undefined;
  const [value] = node.arguments as readonly Node[];
  if (value === undefined) return undefined;
  const family = valueFamilyOf(value.type);
  if (isCallOf(node, "ISBLANK")) return { node: value, set: blankOnly(family) };
  if (isCallOf(node, "ISNOTBLANK")) return { node: value, set: complement(blankOnly(family)) };
  return isCallOf(node, "IN") ? setOfIn(node, value, family) : undefined;
}

function setOfBinary(node: BinaryNode): Found | undefined {
  if (node.rule.id !== "comparison" && node.rule.id !== "legacy comparison") return undefined;
  const [operand, constant] = operandAndConstant(node);
  if (constant.op !== "constant") return undefined;
  const side = operand === node.left ? "right" : "left";
  const set = setOfComparison(node.rule, constant.value, side, isBounded(node) ? node.bounds : undefined);
  return set && { node: operand, set };
}

function setOfIn({ arguments: parts }: CallNode, value: Node, family: Family): Found | undefined {
  const list = parts[1] as Node;
  if (list.op !== "constant" || family === "list") return undefined;
  const sets = ((list.value ?? []) as readonly Value[]).map((item) => setOfEqual(item, family));
  if (sets.length > MOST_ITEMS || sets.includes(undefined)) return undefined;
  return { node: value, set: (sets as ValueSet[]).reduce(union, blankOnly(family, false)) };
}

const MOST_ITEMS = 1_000;

/** The box that everything meets. */
export function anything(): ValueBox {
  return new Map();
}

function boxOf(variable: number, set: ValueSet): ValueBox {
  return new Map([[variable, set]]);
}

function isPossible(box: ValueBox): boolean {
  for (const set of box.values()) if (isEmptySet(set)) return false;
  return true;
}

/** What meets both boxes; undefined where nothing does. */
export function meet(one: ValueBox, other: ValueBox): ValueBox | undefined {
  if (one.size === 0) return other;
  const both = new Map(one);
  for (const [variable, set] of other) {
    const own = both.get(variable);
    const common = own === undefined ? set : intersection(own, set);
    if (isEmptySet(common)) return undefined;
    both.set(variable, common);
  }
  return both;
}

/** What meets one box of each part; parts are read until there is nothing left to meet. */
function productOf(
  parts: readonly (readonly ValueBox[] | (() => readonly ValueBox[]))[],
): readonly ValueBox[] | undefined {
  let boxes: readonly ValueBox[] = [anything()];
  for (const part of parts) {
    if (boxes.length === 0) return boxes;
    const others = typeof part === "function" ? part() : part;
    if (boxes.length * others.length > MOST_PAIRS) return undefined;
    boxes = joinAlike(boxes.flatMap((one) => others.flatMap((other) => meet(one, other) ?? [])));
    if (boxes.length > MOST_BOXES) return undefined;
  }
  return boxes;
}

function sumOf(parts: readonly (readonly ValueBox[])[]): readonly ValueBox[] | undefined {
  const boxes = joinAlike(parts.flat());
  return boxes.length > MOST_BOXES ? undefined : boxes;
}

/** Boxes of the same single variable as one, so that a choice among many values is one set. */
function joinAlike(boxes: readonly ValueBox[]): readonly ValueBox[] {
  if (boxes.length < 2) return boxes;
  const alone = new Map<number, ValueSet>();
  const others: ValueBox[] = [];
  for (const box of boxes) {
    const [first] = box;
    if (first === undefined) return [anything()];
    if (box.size > 1) others.push(box);
    else {
      const known = alone.get(first[0]);
      alone.set(first[0], known === undefined ? first[1] : union(known, first[1]));
    }
  }
  const joined = [...alone].map(([variable, set]) => boxOf(variable, set));
  return joined.length + others.length === boxes.length ? boxes : [...joined, ...others];
}

/** A condition of more boxes is a truth value that nothing is known of. */
const MOST_BOXES = 64;

/** Pairs of boxes that are tried for one AND. */
const MOST_PAIRS = 1_024;
