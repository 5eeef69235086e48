import type { BinaryNode } from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { bindErrors } from "../bind-terms.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term } from "../sql-term.ts";
import { compileTemporal } from "./compile-temporal.ts";
import { keepWhole, overBlanks, rangeOfNumbers } from "./numbers.ts";
import { joinedTexts } from "./texts.ts";

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

/** Arithmetic of whole numbers, neither of them blank. */
function compileWhole(node: BinaryNode, left: SqlTerm, right: SqlTerm, scope: SqlScope): SqlTerm | undefined {
  if (left.form !== "integer" || right.form !== "integer") return undefined;
  const { operator } = node.rule;
  const mayThrow = left.mayThrow || right.mayThrow;
  const facts = { isNullable: false, mayThrow, range: rangeOf(operator, left.range, right.range) };
  switch (operator) {
    case "+":
      return keepWhole(term("integer", sql`(${left.sql} + ${right.sql})`, facts), scope);
    case "-":
      return keepWhole(term("integer", sql`(${left.sql} - ${right.sql})`, facts), scope);
    case "*":
      return keepWhole(term("integer", sql`(${left.sql} * ${right.sql})`, facts), scope);
    case "/":
      return term(
        "integer",
        sql`(${phrase(scope.dialect, "wholeQuotient", left.sql, sql`nullif(${right.sql}, 0)`)})`,
        {
          ...facts,
          isNullable: true,
        },
      );
    case "%":
      return term("integer", sql`(${left.sql} % nullif(${right.sql}, 0))`, { ...facts, isNullable: true });
    default:
      return undefined;
  }
}

function rangeOf(operator: string, [a, b]: SqlRange, [c, d]: SqlRange): SqlRange {
  if (operator === "+") return [a + c, b + d];
  if (operator === "-") return [a - d, b - c];
  if (operator === "*") {
    const corners = [a * c, a * d, b * c, b * d];
    return rangeOfNumbers(corners);
  }
  const most = Math.max(Math.abs(a), Math.abs(b));
  return [-most, most];
}

/** Arithmetic of numbers, neither of them blank, in the decimals or doubles that the evaluator computes with. */
function compileDecimal(
  node: BinaryNode,
  left: SqlTerm,
  right: SqlTerm,
  { dialect }: SqlScope,
): SqlTerm | undefined {
  const operands = [left, right].map((one) =>
    one.form === "integer" ? phrase(dialect, "asReal", one.sql) : one.sql,
  );
  const [a, b] = operands as [SqlFragment, SqlFragment];
  const areDecimals = left.form !== "real" && right.form !== "real";
  const termOf = (result: SqlFragment | undefined, form: "canonical" | "real"): SqlTerm | undefined =>
    result && term(form, result, { mayThrow: left.mayThrow || right.mayThrow });
  switch (node.rule.operator) {
    case "+":
      return termOf(dialect.native?.("plus", operands), "canonical");
    case "-":
      return termOf(dialect.native?.("minus", operands), "canonical");
    case "*":
      return termOf(dialect.native?.("times", operands), areDecimals ? "canonical" : "real");
    case "%":
      return termOf(dialect.native?.("remainder", operands), "canonical");
    case "/":
      return termOf(dialect.native?.("over", [a, b]), "real");
    case "^":
      return termOf(dialect.native?.("power", operands), "real");
    default:
      return undefined;
  }
}
