import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { keepWhole } from "../operators/numbers.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";
import { type FunctionsInSql, knownOf } from "./function-in-sql.ts";

/** Numbers count to 15 digits before they are cut. */
export const numberInSql = {
  ABS: {
    of: (_, value) => {
      if (value === undefined) return undefined;
      const [low, high] = value.range;
      const range = [0, Math.max(Math.abs(low), Math.abs(high))] as const;
      return { ...value, sql: sql`abs(${value.sql})`, isSimple: false, range };
    },
  },
  FLOOR: { of: (scope, value) => value && cut(value, scope, (x) => sql`floor(${x})`) },
  CEILING: { of: (scope, value) => value && cut(value, scope, (x) => sql`ceil(${x})`) },
  TRUNC: {
    of: (scope, value, digits) =>
      digits ? undefined : value && cut(value, scope, (x) => phrase(scope.dialect, "cutFraction", x)),
  },
  ROUND: {
    of: (scope, value, digits) =>
      digits ? undefined : value && cut(value, scope, (x) => scope.dialect.native?.("round", [x, sql`0`])),
  },
  POWER: {
    of: ({ dialect }, base, exponent) => {
      const raised = base && exponent && dialect.native?.("power", [base.sql, exponent.sql]);
      return raised && term("real", raised, { mayThrow: knownOf([base, exponent]).mayThrow });
    },
  },
  DECIMAL: { of: (_, value) => value },
  MOD: {
    of: ({ dialect }, left, right) => {
      if (left === undefined || right === undefined) return undefined;
      const { mayThrow } = knownOf([left, right]);
      if (mayThrow) return undefined;
      if (left.form === "integer" && right.form === "integer") {
        const facts = { mayThrow, range: left.range };
        return term("integer", sql`(${left.sql} % nullif(${right.sql}, 0))`, facts);
      }
      const rest = dialect.native?.("remainder", [left.sql, right.sql]);
      return rest && term("canonical", rest, { mayThrow });
    },
  },
} satisfies FunctionsInSql;

/** A number made whole, kept where a Number can hold it. */
function cut(
  value: SqlTerm,
  scope: SqlScope,
  whole: (x: SqlFragment) => SqlFragment | undefined,
): SqlTerm | undefined {
  if (value.form === "integer") return value;
  const { native } = scope.dialect;
  const exact = value.form === "canonical" ? value.sql : native?.("canonical", [value.sql]);
  const number = exact && whole(exact);
  if (number === undefined) return undefined;
  const range = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
  const result = keepWhole(term("integer", number, { ...knownOf([value]), range }), scope);
  return result && { ...result, sql: phrase(scope.dialect, "asInteger", result.sql) };
}
