import type { BinaryNode } from "@tablewright/core/compiler";
import type { SqlFragment } from "../../fragments/sql-fragment.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";

/** Arithmetic of numbers, neither of them blank, in the decimals or doubles that the evaluator computes with. */
export function compileDecimal(
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
