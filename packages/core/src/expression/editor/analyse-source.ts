import type { ExpressionScope } from "../check/expression-scope.ts";
import { tableNamesOf } from "../check/table-names-of.ts";
import type { Expression } from "../syntax/ast.ts";
import { type MendedSource, mendSource } from "./mend-source.ts";
import { type SeenPart, WatchedCheck } from "./watched-check.ts";

/** What is known of a source, also of one that is half written. */
export interface SourceAnalysis {
  readonly source: string;
  readonly mended: MendedSource;
  readonly scope: ExpressionScope;
  readonly seen: ReadonlyMap<Expression, SeenPart>;
}

export function analyseSource(source: string, scope: ExpressionScope): SourceAnalysis {
  const mended = mendSource(source, tableNamesOf(scope));
  const check = new WatchedCheck(scope);
  if (mended.tree !== undefined) check.check(mended.tree);
  return { source, mended, scope, seen: check.seen };
}
