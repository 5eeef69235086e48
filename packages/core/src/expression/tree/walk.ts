import type { CheckedExpression } from "./checked-expression.ts";
import type { BinaryNode, Node } from "./node.ts";
import type { Type } from "./type.ts";

type Op = Node["op"];
type NodeOf<O extends Op> = Extract<Node, { readonly op: O }>;

/** The members of each kind of node that hold the nodes directly below it, in the order of evaluation. */
const PARTS: { readonly [O in Op]: readonly (keyof NodeOf<O> & string)[] } = {
  constant: [],
  column: [],
  "computed-key": [],
  formula: [],
  parameter: [],
  local: [],
  let: ["value", "body"],
  dereference: ["ref", "field"],
  "list-dereference": ["refs", "condition", "field"],
  binary: ["left", "right"],
  negate: ["operand"],
  convert: ["operand"],
  and: ["conditions"],
  or: ["conditions"],
  conditional: ["branches", "otherwise"],
  try: ["value", "otherwise"],
  list: ["items"],
  call: ["arguments"],
  select: ["condition", "field"],
  "extreme-row": ["refs", "condition", "by", "field"],
  "order-by": ["rows", "keys", "limit"],
};

/** The same of a branch of a conditional and of a sort key, which are no nodes. */
const PARTS_OF_A_BRANCH: readonly string[] = ["condition", "value", "by"];

/** What such a member holds: a node, a list of nodes or branches, a branch, or nothing. */
type Part = Node | readonly Part[] | { readonly [name: string]: Part } | undefined;

/** The nodes directly below a node with the members that hold them, in the order of evaluation. */
export function partsWithRoles(node: Node): readonly (readonly [role: string, part: Node])[] {
  return rolesIn(node, PARTS[node.op]);
}

function rolesIn(whole: object, names: readonly string[]): readonly (readonly [string, Node])[] {
  return names.flatMap((name) => rolesOf(name, whole[name as never]));
}

function rolesOf(name: string, part: Part): readonly (readonly [string, Node])[] {
  if (part === undefined) return [];
  if (Array.isArray(part)) return part.flatMap((one: Part) => rolesOf(name, one));
  return "op" in part ? [[name, part as Node]] : rolesIn(part, PARTS_OF_A_BRANCH);
}

/** The nodes directly below a node, in the order of evaluation. */
export function children(node: Node): readonly Node[] {
  if (node.op === "binary") return [node.left, node.right];
  const names = PARTS[node.op];
  if (names.length === 0) return NONE;
  const nodes: Node[] = [];
  addFrom(node, names, nodes);
  return nodes;
}

const NONE: readonly Node[] = [];

function addFrom(whole: object, names: readonly string[], nodes: Node[]): void {
  for (const name of names) add(whole[name as never], nodes);
}

function add(part: Part, nodes: Node[]): void {
  if (part === undefined) return;
  if (Array.isArray(part)) for (const one of part) add(one, nodes);
  else if ("op" in part) nodes.push(part as Node);
  else addFrom(part, PARTS_OF_A_BRANCH, nodes);
}

/**
 * Every node of a tree, each before those below it; what is below a node only if `goesBelow` holds for it. Not recursive:
 * chains of operators are thousands of nodes deep. Formulas that the tree reads are trees of their own.
 */
export function* nodesOf(root: Node, goesBelow: (node: Node) => boolean = () => true): Generator<Node, void> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if (goesBelow(node)) for (const child of children(node)) waiting.push(child);
  }
}

export function countNodes(root: Node): number {
  let count = 0;
  for (const _ of nodesOf(root)) count += 1;
  return count;
}

/** Whether something holds for a node of a tree. */
export function anyNodeOf(root: Node, holds: (node: Node) => boolean): boolean {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (holds(node)) return true;
    for (const child of children(node)) waiting.push(child);
  }
  return false;
}

/** Whether something holds for a node of an expression or of a formula that it reads, directly or by another formula. */
export function anyNode(expression: CheckedExpression, holds: (node: Node) => boolean): boolean {
  if (anyNodeOf(expression.root, holds)) return true;
  return [...useCounts([expression]).keys()].some(({ root }) => anyNodeOf(root, holds));
}

/** The formulas that expressions read, directly or by other formulas, with the number of places that read each. */
export function useCounts(expressions: readonly CheckedExpression[]): ReadonlyMap<CheckedExpression, number> {
  const counts = new Map<CheckedExpression, number>();
  const waiting = [...expressions];
  for (const { references } of waiting) {
    for (const formula of references.formulas) {
      const count = counts.get(formula) ?? 0;
      counts.set(formula, count + 1);
      if (count === 0) waiting.push(formula);
    }
  }
  return counts;
}

type Change = (node: Node) => Node;

/**
 * The tree with every node changed, those below a node before it; what is below a node only if `goesBelow` holds for it. A part in
 * which nothing changes stays the same object.
 */
export function mapTree(node: Node, change: Change, goesBelow: (node: Node) => boolean = () => true): Node {
  return mapBelow(node, { change, goesBelow });
}

interface Mapping {
  readonly change: Change;
  readonly goesBelow: (node: Node) => boolean;
}

function mapBelow(node: Node, mapping: Mapping): Node {
  const { change, goesBelow } = mapping;
  if (!goesBelow(node)) return change(node);
  if (node.op !== "binary") return change(mapIn(node, PARTS[node.op], mapping));
  // A chain of operators may be thousands long.
  const { first, steps } = unwind(node);
  let left = mapBelow(first, mapping);
  for (const step of steps) {
    const right = mapBelow(step.right, mapping);
    left = change(left === step.left && right === step.right ? step : { ...step, left, right });
  }
  return left;
}

function mapIn<T extends object>(whole: T, names: readonly string[], mapping: Mapping): T {
  let result = whole;
  for (const name of names) {
    const part: Part = whole[name as never];
    const changed = mapPart(part, mapping);
    if (changed !== part) result = { ...result, [name]: changed };
  }
  return result;
}

function mapPart(part: Part, mapping: Mapping): Part {
  if (part === undefined) return part;
  if (!Array.isArray(part))
    return "op" in part ? mapBelow(part as Node, mapping) : mapIn(part, PARTS_OF_A_BRANCH, mapping);
  return mapList(part, mapping);
}

/** The copy is made at the first change: most lists stay what they are. */
function mapList(parts: readonly Part[], mapping: Mapping): readonly Part[] {
  let result: Part[] | undefined;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const changed = mapPart(part, mapping);
    if (changed !== part) result ??= [...parts];
    if (result !== undefined) result[index] = changed;
  }
  return result ?? parts;
}

/** A left-nested run of binary nodes taken apart: the leftmost operand, then the nodes from the inside out. */
interface Unwound {
  readonly first: Node;
  readonly steps: readonly BinaryNode[];
}

/** Takes a run apart without recursion: `a + b + c + …` may be thousands deep on the left. */
export function unwind(node: BinaryNode): Unwound {
  const steps: BinaryNode[] = [];
  let first: Node = node;
  while (first.op === "binary") {
    steps.push(first);
    first = first.left;
  }
  return { first, steps: steps.reverse() };
}

/** A run in the order of evaluation: its innermost pair, which may have a closure or a cached value of its own, then the other nodes. */
export function unwindPair(node: BinaryNode): readonly [begin: Node, rest: readonly BinaryNode[]] {
  const { first, steps } = unwind(node);
  return steps.length === 1 ? [first, steps] : [steps[0] as BinaryNode, steps.slice(1)];
}

/**
 * A node whose values are those of other nodes, or lists of them, as a node of another type: `make` gives each of the others in the
 * type that it is expected in. Undefined for other nodes, and where `make` gives none.
 */
export function withResults(
  node: Node,
  type: Type,
  make: (result: Node, type: Type) => Node | undefined,
): Node | undefined {
  if (node.op === "let") {
    const body = make(node.body, type);
    return body && { ...node, body, type };
  }
  if (node.op === "try") {
    const [value, otherwise] = [make(node.value, type), make(node.otherwise, type)];
    return value && otherwise && { ...node, value, otherwise, type };
  }
  if (node.op === "conditional") {
    const values = node.branches.map((branch) => make(branch.value, type));
    const otherwise = make(node.otherwise, type);
    if (!areAll(values) || otherwise === undefined) return undefined;
    const branches = node.branches.map((branch, at) => ({ ...branch, value: values[at] ?? branch.value }));
    return { ...node, branches, otherwise, type };
  }
  if (type.kind !== "List") return undefined;
  if (node.op === "list") {
    const items = node.items.map((item) => make(item, type.item));
    return areAll(items) ? { ...node, items, type } : undefined;
  }
  if (node.op !== "list-dereference" && (node.op !== "select" || node.first)) return undefined;
  const field = make(node.field, type.item);
  return field && { ...node, field, type };
}

function areAll(nodes: readonly (Node | undefined)[]): nodes is readonly Node[] {
  return !nodes.includes(undefined);
}
