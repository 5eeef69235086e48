import { CheckState, type RowInView } from "../check/check-state.ts";
import type { ExpressionScope } from "../check/expression-scope.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { MISSING } from "./repair-of.ts";

/** What the checker saw of a part of an expression. */
export interface SeenPart {
  /** Undefined when the part has an error. */
  readonly node: Node | undefined;
  /** The rows in view at the part, outermost first, the current one among them. */
  readonly rows: readonly RowInView[];
}

/** A run of the checker that notes of each part what it was found to be, and which rows it can read. */
export class WatchedCheck extends CheckState {
  readonly seen = new Map<Expression, SeenPart>();

  constructor(scope: ExpressionScope) {
    super(scope, { column: MISSING, meet: () => undefined });
  }

  override check(part: Expression): Node | undefined {
    const node = super.check(part);
    const { currentRow } = this;
    this.seen.set(part, {
      node,
      rows: currentRow === undefined ? [...this.scans] : [currentRow, ...this.scans],
    });
    return node;
  }
}
