import {
  anyNodeOf,
  type CheckedExpression,
  mapTree,
  type Node,
  nodesOf,
  rewrite,
  rewriteNode,
} from "../../expression/parts.ts";

/** What a node stands for, as a plain tree; undefined where it stands for itself. */
export type StandsFor = (node: Node) => Node | undefined;

/**
 * The rewritten tree of an expression in which computed columns of its row and the locals of SWITCH and LET are replaced by
 * what they stand for, so that the same part reads the same wherever it is. Parts that would make it too large stay as they are.
 */
export function plainTree(expression: CheckedExpression, standsFor?: StandsFor): Node {
  return plainNode(rewrite(expression).root, standsFor);
}

/** The same of a part of a rewritten tree. */
export function plainNode(root: Node, standsFor: StandsFor = () => undefined): Node {
  let room = LARGEST;
  const replace = (node: Node, depth: number): Node =>
    mapTree(node, (one) => {
      const meant = one.op === "column" ? standsFor(one) : undefined;
      if (meant !== undefined) {
        room -= countNodes(meant, room);
        return room > 0 ? meant : one;
      }
      if (one.op === "formula" && one.slot === 0 && depth > 0) {
        const formula = rewrite(one.formula).root;
        room -= countNodes(formula, room);
        if (formula.type.kind !== one.type.kind || room <= 0) return one;
        const inner = replace(formula, depth - 1);
        // A local of its own would be taken for one of those around it.
        return anyNodeOf(inner, ({ op }) => op === "let") ? one : inner;
      }
      if (one.op === "let") {
        const reads = (part: Node) => part.op === "local" && part.local === one.local;
        room -= countNodes(one.value, room) * countNodes(one.body, room, reads);
        return room > 0 ? withValue(one) : one;
      }
      return rewriteNode(one);
    });
  return replace(root, DEEPEST);
}

/** How many nodes replacing may add, and how deep formulas may read one another. */
const LARGEST = 20_000;
const DEEPEST = 8;

/** The nodes of a tree for which something holds, counted up to a limit. */
function countNodes(root: Node, most: number, counts: (node: Node) => boolean = () => true): number {
  let count = 0;
  for (const node of nodesOf(root)) if (counts(node) && ++count >= most) break;
  return count;
}

function withValue({ local, value, body }: Extract<Node, { readonly op: "let" }>): Node {
  return mapTree(body, (node) => (node.op === "local" && node.local === local ? value : rewriteNode(node)));
}
