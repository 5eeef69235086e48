import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";

/** A checked expression as evaluators, plans and SQL read it. Made by `rewrite` alone. */
export class RewrittenExpression {
  readonly checked: CheckedExpression;
  /** Gives the same value as the checked tree, or the same error, at less cost. */
  readonly root: Node;

  #evaluator: unknown;

  constructor(checked: CheckedExpression, root: Node) {
    this.checked = checked;
    this.root = root;
  }

  /** The evaluator of the tree, made at the first call and kept with it; every call names the same maker. */
  evaluatorBy<E>(make: (expression: RewrittenExpression) => E): E {
    this.#evaluator ??= make(this);
    return this.#evaluator as E;
  }
}
