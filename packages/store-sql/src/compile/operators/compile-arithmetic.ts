import type { BinaryNode } from "@tablewright/core/compiler";
import { bindErrors } from "../bind-terms.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlTerm } from "../sql-term.ts";
import { compileDecimal } from "./compile-decimal.ts";
import { compileTemporal } from "./compile-temporal.ts";
import { compileWhole } from "./compile-whole.ts";
import { joinedTexts } from "./joined-texts.ts";
import { overBlanks } from "./over-blanks.ts";

/** Arithmetic and joined texts. */
export function compileArithmetic(node: BinaryNode, scope: SqlScope): SqlTerm | undefined {
  const left = scope.value(node.left);
  const right = scope.value(node.right);
  if (left === undefined || right === undefined) return undefined;
  const { rule } = node;
  if (rule.operator === "&")
    return joinedTexts([left, right], scope) ?? scope.stop(node, "its text may become too long");
  const result = bindErrors([left, right], scope, ([a, b]) =>
    compileOperands(node, a as SqlTerm, b as SqlTerm, scope),
  );
  return result ?? scope.stop(node, `"${rule.operator}" cannot be computed exactly by this database`);
}

function compileOperands(
  node: BinaryNode,
  left: SqlTerm,
  right: SqlTerm,
  scope: SqlScope,
): SqlTerm | undefined {
  const { rule } = node;
  if (rule.left !== "number" || rule.right !== "number") return compileTemporal(node, left, right, scope);
  return overBlanks(left, right, scope, (a, b) =>
    rule.result === "Number" ? compileWhole(node, a, b, scope) : compileDecimal(node, a, b, scope),
  );
}
