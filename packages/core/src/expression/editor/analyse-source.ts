import type { ExpressionScope } from "../check/expression-scope.ts";
import { tableNamesOf } from "../check/table-names-of.ts";
import type { Expression } from "../syntax/ast.ts";
import { type RepairedSource, repairSource } from "./repair-source.ts";
import { type SeenPart, WatchedCheck } from "./watched-check.ts";

/** What is known of a source, also of one that is half written. */
export interface SourceAnalysis {
  readonly source: string;
  readonly repaired: RepairedSource;
  readonly scope: ExpressionScope;
  readonly seen: ReadonlyMap<Expression, SeenPart>;
}

export function analyseSource(source: string, scope: ExpressionScope): SourceAnalysis {
  const repaired = repairSource(source, tableNamesOf(scope));
  const check = new WatchedCheck(scope);
  if (repaired.tree !== undefined) check.check(repaired.tree);
  return { source, repaired, scope, seen: check.seen };
}
