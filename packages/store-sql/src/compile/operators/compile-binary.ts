import type { BinaryNode } from "@tablewright/core/compiler";
import { sql } from "../../fragments/sql-fragment.ts";
import { bindErrors, bindTerms } from "../bind-terms.ts";
import { compileValue } from "../compile-value.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlTerm } from "../sql-term.ts";
import { compileDecimal } from "./compile-decimal.ts";
import { compileTemporal } from "./compile-temporal.ts";
import { compileWhole } from "./compile-whole.ts";
import { joinedTexts } from "./joined-texts.ts";

/** Arithmetic and joined texts. */
export function compileBinary(node: BinaryNode, scope: SqlScope): SqlTerm | undefined {
  const left = compileValue(node.left, scope);
  const right = compileValue(node.right, scope);
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

type Compute = (left: SqlTerm, right: SqlTerm) => SqlTerm | undefined;

/** Blank counts as 0 beside a number or a duration; two blanks are blank. */
export function overBlanks(
  left: SqlTerm,
  right: SqlTerm,
  scope: SqlScope,
  compute: Compute,
): SqlTerm | undefined {
  if (left.constant === null && right.constant === null) return left;
  if (!left.isNullable || !right.isNullable) return compute(orZero(left), orZero(right));
  if (left.constant === null || right.constant === null) {
    const other = left.constant === null ? right : left;
    return bindTerms([other], scope, ([bound]) => {
      const one = bound as SqlTerm;
      const result =
        left.constant === null ? compute(orZero(left), orZero(one)) : compute(orZero(one), orZero(right));
      return result && unlessBlank(result, sql`${one.sql} is null`);
    });
  }
  return bindTerms([left, right], scope, ([a, b]) => {
    const [one, other] = [a as SqlTerm, b as SqlTerm];
    const result = compute(orZero(one), orZero(other));
    return result && unlessBlank(result, sql`${one.sql} is null and ${other.sql} is null`);
  });
}

function unlessBlank(made: SqlTerm, isBlank: SqlTerm["sql"]): SqlTerm {
  return {
    ...made,
    sql: sql`case when ${isBlank} then null else ${made.sql} end`,
    isNullable: true,
    isSimple: false,
  };
}

function orZero(value: SqlTerm): SqlTerm {
  if (!value.isNullable) return value;
  const [low, high] = value.range;
  const { constant: _, ...others } = value;
  if (value.constant === null)
    return {
      ...others,
      form: value.form === "count" ? "count" : "integer",
      sql: sql`0`,
      isNullable: false,
      range: [0, 0],
    };
  return {
    ...others,
    sql: sql`coalesce(${value.sql}, 0)`,
    isNullable: false,
    isSimple: false,
    range: [Math.min(low, 0), Math.max(high, 0)],
  };
}
