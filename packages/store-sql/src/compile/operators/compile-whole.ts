import type { BinaryNode } from "@tablewright/core/compiler";
import { sql } from "../../fragments/sql-fragment.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term } from "../sql-term.ts";
import { keepWhole } from "./keep-whole.ts";
import { rangeOfNumbers } from "./range-of-numbers.ts";

/** Arithmetic of whole numbers, neither of them blank. */
export function compileWhole(
  node: BinaryNode,
  left: SqlTerm,
  right: SqlTerm,
  scope: SqlScope,
): SqlTerm | undefined {
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
