import type { CallNode, Node } from "@tablewright/core/compiler";
import { EvaluationError } from "@tablewright/core/storage";
import { compileValue } from "../compile-value.ts";
import { constantTerm } from "../constant-term.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlTerm } from "../sql-term.ts";
import type { FunctionsInSql } from "./function-in-sql.ts";

/** What the request knows is bound; here is what also reads a row. */
export const user = {
  INPUT: { ofList: (node, scope) => inputOf(node, scope) },
} satisfies FunctionsInSql;

/** The value that the call supplies, else the default, which may differ from row to row. */
function inputOf(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const [name, fallback] = node.arguments as readonly [Node, Node];
  const { context } = scope.request;
  const word = name.op === "constant" ? name.value : null;
  const otherwise = compileValue(fallback, scope);
  if (otherwise === undefined || !context.inputs.has(String(word ?? ""))) return otherwise;
  if (otherwise.mayThrow) return scope.stop(fallback, "it may fail where SQL would not try it");
  try {
    const supplied = node.evaluator(word, null, context);
    return (
      constantTerm(supplied, node.type, scope.dialect) ??
      scope.stop(node, "its value cannot be bound exactly")
    );
  } catch (error) {
    if (error instanceof EvaluationError) return scope.stop(node, "it cannot be computed");
    throw error;
  }
}
