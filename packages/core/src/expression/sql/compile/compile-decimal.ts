import type { BinaryNode, Scale } from "../../node.ts";
import { type SqlFragment, sql } from "../sql-fragment.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";

/** Arithmetic of numbers, neither of them blank, in doubles as the evaluator does it. */
export function compileDecimal(
  node: BinaryNode,
  left: SqlTerm,
  right: SqlTerm,
  scope: SqlScope,
): SqlTerm | undefined {
  const { dialect } = scope;
  const a = left.form === "integer" ? dialect.asReal(left.sql) : left.sql;
  const b = right.form === "integer" ? dialect.asReal(right.sql) : right.sql;
  const canFault = left.canFault || right.canFault;
  const result = computed(node.rule.operator, a, b, scope);
  return result && rounded(result, node.scale, scope, canFault);
}

function computed(
  operator: string,
  a: SqlFragment,
  b: SqlFragment,
  { dialect }: SqlScope,
): SqlFragment | undefined {
  if (dialect.arithmetic !== undefined && isBasic(operator)) return dialect.arithmetic(operator, a, b);
  switch (operator) {
    case "+":
      return sql`(${a} + ${b})`;
    case "-":
      return sql`(${a} - ${b})`;
    case "*":
      return sql`(${a} * ${b})`;
    case "/":
      return sql`(${a} / nullif(${b}, 0))`;
    case "%":
      return dialect.native?.("remainder", [a, b]);
    case "^":
      return dialect.native?.("power", [a, b]);
    default:
      return undefined;
  }
}

function isBasic(operator: string): operator is "+" | "-" | "*" | "/" {
  return operator === "+" || operator === "-" || operator === "*" || operator === "/";
}

/** A result that is not finite is blank; see `Scale` for the rounding. */
function rounded(
  result: SqlFragment,
  scale: Scale,
  { dialect }: SqlScope,
  canFault: boolean,
): SqlTerm | undefined {
  if (scale === "inexact") {
    const finite = dialect.finite?.(result);
    return finite && term("real", finite, { canFault });
  }
  if (scale === "exact") {
    const canonical = dialect.native?.("canonical", [result]);
    return canonical && term("canonical", canonical, { canFault });
  }
  const round = dialect.native?.("round", [result, dialect.bound(scale, "integer")]);
  return round && term("real", round, { canFault });
}
