import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { DereferenceNode, FormulaNode, ListNode, Node, RowSlot } from "../tree/node.ts";
import { anyNodeOf, mapTree, nodesOf } from "../tree/walk.ts";

/** A call of a function with an expression for a body: the body on the object that the arguments are. */
type FormulaCall = DereferenceNode & { readonly ref: ListNode; readonly field: FormulaNode };

function isFormulaCall(node: Node): node is FormulaCall {
  if (node.op !== "dereference" || node.table.items === undefined) return false;
  return node.ref.op === "list" && node.field.op === "formula" && node.field.slot === node.slot;
}

/** A tree may become as many nodes long by its calls; what is longer is called. */
const MOST_NODES = 4_096;

/**
 * The tree with the bodies of the functions that it calls in the place of the calls, so that SQL, indexes and plans see through them.
 * An argument that is more than a column or a constant is computed once, before the body.
 */
export function inlineFunctions(root: Node): Node {
  if (!anyNodeOf(root, isFormulaCall)) return root;
  return new Inlining(root).inline(root);
}

class Inlining {
  #nodes = 0;
  #locals = 0;

  constructor(root: Node) {
    for (const node of nodesOf(root))
      if (node.op === "let") this.#locals = Math.max(this.#locals, node.local + 1);
  }

  inline(root: Node): Node {
    return mapTree(root, (node) => (isFormulaCall(node) ? this.#body(node) : node));
  }

  #body(call: FormulaCall): Node {
    const { formula } = call.field;
    this.#nodes += countNodes(formula);
    if (this.#nodes > MOST_NODES) return call;
    const lets: { readonly local: number; readonly value: Node }[] = [];
    const given = call.ref.items.map((value): Node => {
      if (
        value.op === "constant" ||
        value.op === "column" ||
        value.op === "local" ||
        value.op === "parameter"
      )
        return value;
      const local = this.#locals++;
      lets.push({ local, value });
      const { type, start, end } = value;
      return { op: "local", local, type, start, end };
    });
    const body = this.inline(moved(formula.root, call.slot, given, this.#renumbered(formula.root)));
    const { type, start, end } = call;
    return lets.reduceRight<Node>(
      (inner, { local, value }) => ({ op: "let", local, value, body: inner, type, start, end }),
      {
        ...body,
        type,
        start,
        end,
      },
    );
  }

  /** The locals of a body by numbers that nothing around it has. */
  #renumbered(root: Node): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    for (const node of nodesOf(root)) if (node.op === "let") numbers.set(node.local, this.#locals++);
    return numbers;
  }
}

/** A body where it is called: its parameters are the arguments, and rows that it scans lie within those in view. */
function moved(root: Node, slot: RowSlot, given: readonly Node[], locals: ReadonlyMap<number, number>): Node {
  return mapTree(root, (node) => {
    if (node.op === "column" && node.slot === 0) return given[node.index] as Node;
    if ((node.op === "let" || node.op === "local") && locals.has(node.local))
      return { ...node, local: locals.get(node.local) as number };
    if (!("slot" in node) || node.slot <= 0) return node;
    return { ...node, slot: node.slot + slot - 1 };
  });
}

function countNodes({ root }: CheckedExpression): number {
  let count = 0;
  for (const _ of nodesOf(root)) count += 1;
  return count;
}
