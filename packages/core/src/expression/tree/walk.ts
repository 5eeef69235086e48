import type { CheckedExpression } from "./checked-expression.ts";
import type { BinaryNode, Node } from "./node.ts";

/** The nodes directly below a node, in the order in which they are evaluated. */
export function children(node: Node): readonly Node[] {
  if (node.op === "binary") return [node.left, node.right];
  const names = PARTS[node.op];
  if (names === undefined) return NONE;
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
 * Where a node holds the nodes below it, in the order in which they are evaluated: one, a list of them, or of branches; none
 * where a kind is not listed.
 */
const PARTS: Readonly<Partial<Record<Node["op"], readonly string[]>>> = {
  dereference: ["ref", "field"],
  "list-dereference": ["refs", "condition", "field"],
  binary: ["left", "right"],
  negate: ["operand"],
  convert: ["operand"],
  and: ["conditions"],
  or: ["conditions"],
  conditional: ["branches", "otherwise"],
  let: ["value", "body"],
  list: ["items"],
  call: ["arguments"],
  select: ["condition", "field"],
  "extreme-row": ["condition", "by", "field"],
  "order-by": ["rows", "keys", "limit"],
} satisfies { readonly [O in Node["op"]]?: readonly (keyof Extract<Node, { readonly op: O }>)[] };

/** The same of a branch of an IF and of a sort key. */
const PARTS_OF_A_BRANCH: readonly string[] = ["condition", "value", "by"];

/** What stands there. */
type Part = Node | readonly Part[] | { readonly [name: string]: Part } | undefined;

type Change = (node: Node) => Node;

/** The tree with every node changed, those below a node before it. What nothing changes in stays the same object. */
export function mapTree(node: Node, change: Change): Node {
  if (node.op !== "binary") return change(mapIn(node, PARTS[node.op] ?? [], change));
  // A chain of operators may be thousands long.
  const { first, steps } = unwind(node);
  let left = mapTree(first, change);
  for (const step of steps) {
    const right = mapTree(step.right, change);
    left = change(left === step.left && right === step.right ? step : { ...step, left, right });
  }
  return left;
}

function mapIn<T extends object>(whole: T, names: readonly string[], change: Change): T {
  let result = whole;
  for (const name of names) {
    const part: Part = whole[name as never];
    const changed = mapPart(part, change);
    if (changed !== part) result = { ...result, [name]: changed };
  }
  return result;
}

function mapPart(part: Part, change: Change): Part {
  if (part === undefined) return part;
  if (!Array.isArray(part))
    return "op" in part ? mapTree(part as Node, change) : mapIn(part, PARTS_OF_A_BRANCH, change);
  return mapList(part, change);
}

/** Made at the first change: most lists stay what they are. */
function mapList(parts: readonly Part[], change: Change): readonly Part[] {
  let result: Part[] | undefined;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const changed = mapPart(part, change);
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

/** A run as it is evaluated: its innermost pair as a whole, which may have a closure of its own or be kept, then the others. */
export function unwindPair(node: BinaryNode): readonly [begin: Node, rest: readonly BinaryNode[]] {
  const { first, steps } = unwind(node);
  return steps.length === 1 ? [first, steps] : [steps[0] as BinaryNode, steps.slice(1)];
}

/** Whether something holds for a node of an expression, those of the computed columns and filters it reads included. */
export function anyNode(expression: CheckedExpression, holds: (node: Node) => boolean): boolean {
  const read = readingsOf([expression]).keys();
  return anyNodeOf(expression.root, holds) || [...read].some(({ root }) => anyNodeOf(root, holds));
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

/** Every computed column and filter that expressions read, also by way of others, with how many places read it. */
export function readingsOf(
  expressions: readonly CheckedExpression[],
): ReadonlyMap<CheckedExpression, number> {
  const readings = new Map<CheckedExpression, number>();
  const waiting = [...expressions];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const formula of next.references.formulas) {
      const earlier = readings.get(formula) ?? 0;
      readings.set(formula, earlier + 1);
      if (earlier === 0) waiting.push(formula);
    }
  }
  return readings;
}

/** The computed columns and filters that a tree reads by itself, each as often as it stands there. */
export function formulasIn(root: Node): readonly CheckedExpression[] {
  const formulas: CheckedExpression[] = [];
  anyNodeOf(root, (node) => {
    if (node.op === "formula") formulas.push(node.formula);
    return false;
  });
  return formulas;
}
