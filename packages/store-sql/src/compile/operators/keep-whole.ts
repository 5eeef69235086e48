import { sql } from "../../fragments/sql-fragment.ts";
import { bindTerms } from "../bind-terms.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, WHOLE } from "../sql-term.ts";

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
