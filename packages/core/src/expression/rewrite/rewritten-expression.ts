import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";

/** A checked expression as evaluators, plans and SQL read it. Only `rewrite` makes it. */
export class RewrittenExpression {
  readonly checked: CheckedExpression;
  /** Gives the same value as the checked tree, or the same error, at less cost. */
  readonly root: Node;

  constructor(checked: CheckedExpression, root: Node) {
    this.checked = checked;
    this.root = root;
  }
}
