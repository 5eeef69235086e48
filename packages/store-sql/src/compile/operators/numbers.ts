import { sql } from "../../fragments/sql-fragment.ts";
import { bindTerms } from "../bind-terms.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, WHOLE } from "../sql-term.ts";

type Compute = (left: SqlTerm, right: SqlTerm) => SqlTerm | undefined;

/** Blank counts as 0 with a number or a duration; two blanks are blank. */
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

/**
 * A whole result as a Number may hold it. Where it can be proven to lie within ±(2^53−1) it stands as it is; else the
 * database raises the evaluator's own error, or the dialect cannot and the result is undefined.
 */
export function keepWhole(value: SqlTerm, scope: SqlScope): SqlTerm | undefined {
  const [low, high] = value.range;
  if (low >= WHOLE[0] && high <= WHOLE[1]) return value;
  const overflow = scope.dialect.native?.("overflow", []);
  if (overflow === undefined) return undefined;
  const [least, most] = WHOLE.map((bound) => scope.dialect.bound(bound, "integer"));
  return bindTerms([{ ...value, range: WHOLE }], scope, ([bound]) => {
    const one = bound as SqlTerm;
    return {
      ...one,
      sql: sql`case when ${one.sql} not between ${least as typeof one.sql} and ${most as typeof one.sql} then ${overflow} else ${one.sql} end`,
      isSimple: false,
      mayThrow: true,
    };
  });
}

/** The range from the least of some numbers to the greatest. */
export function rangeOfNumbers(numbers: readonly number[]): SqlRange {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return [least, greatest];
}
