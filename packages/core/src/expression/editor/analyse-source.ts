import { beginCheck } from "../check/check-expression.ts";
import { type ExpressionScope, type RowInView, tableNamesOf } from "../check/check-state.ts";
import { type Expression, partsOf, partsWithin } from "../syntax/ast.ts";
import { recover } from "../syntax/parse.ts";
import type { Node } from "../tree/node.ts";

/** What is known of a source, also of one that is half written. */
export interface SourceAnalysis {
  readonly source: string;
  /** With placeholders where something is missing; undefined where the source is beyond a limit. */
  readonly tree: Expression | undefined;
  readonly scope: ExpressionScope;
  readonly seen: ReadonlyMap<Expression, SeenPart>;
}

/** What the checker saw of a part of an expression. */
export interface SeenPart {
  /** Undefined when the part has an error. */
  readonly node: Node | undefined;
  /** The rows in view at the part, outermost first, the current one among them. */
  readonly rows: readonly RowInView[];
}

/** Reads a source, whatever it lacks, checks it, and notes of each part its node and the rows that it can read. */
export function analyseSource(source: string, scope: ExpressionScope): SourceAnalysis {
  const { output: tree } = recover(source, tableNamesOf(scope));
  const seen = new Map<Expression, SeenPart>();
  const check = beginCheck(scope, {
    onChecked: ({ currentRow, scans }, part, node) => {
      seen.set(part, { node, rows: currentRow === undefined ? [...scans] : [currentRow, ...scans] });
    },
  });
  if (tree === undefined) return { source, tree, scope, seen };
  check.check(tree);
  // What the checker passes over is seen as the part around it is.
  for (const part of partsWithin(tree)) {
    const around = seen.get(part);
    if (around !== undefined)
      for (const inner of partsOf(part)) if (!seen.has(inner)) seen.set(inner, around);
  }
  return { source, tree, scope, seen };
}
