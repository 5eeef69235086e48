import type { CallNode, Node } from "@tablewright/core/compiler";
import { EvaluationError } from "@tablewright/core/storage";
import { sql } from "../../fragments/sql-fragment.ts";
import { constantTerm } from "../bind-terms.ts";
import { asCondition, asYesNo, opposite } from "../conditions.ts";
import type { SqlScope } from "../sql-scope.ts";
import { heldColumn, type SqlTerm, term } from "../sql-term.ts";
import type { FunctionsInSql } from "./function-in-sql.ts";
import { isEmpty } from "./list.ts";

/** AND and OR are no calls after the check. Functions of the user are bound; INPUT may also read a row. */
export const logicInSql = {
  NOT: { of: (_, condition) => condition && asYesNo(opposite(asCondition(condition))) },
  ISBLANK: {
    of: (_, value) => value && blankness(value, true),
    ofList: (node, scope) => isEmpty(node, scope, true),
  },
  ISNOTBLANK: {
    of: (_, value) => value && blankness(value, false),
    ofList: (node, scope) => isEmpty(node, scope, false),
  },
  INPUT: { ofList: (node, scope) => inputOf(node, scope) },
} satisfies FunctionsInSql;

function blankness(value: SqlTerm, expected: boolean): SqlTerm {
  const { mayThrow } = value;
  const held = heldColumn(value);
  const text = expected ? sql`(${held} is null)` : sql`(${held} is not null)`;
  return term("boolean", text, { isNullable: false, mayThrow });
}

/** The value that the call supplies, else the default, which may differ from row to row. */
function inputOf(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const [name, fallback] = node.arguments as readonly [Node, Node];
  const { context } = scope.request;
  const word = name.op === "constant" ? name.value : null;
  const otherwise = scope.value(fallback);
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
