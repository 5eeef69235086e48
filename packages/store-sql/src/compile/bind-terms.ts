import { joinSql, sql, sqlName } from "../fragments/sql-fragment.ts";
import type { SqlScope } from "./sql-scope.ts";
import type { SqlTerm } from "./sql-term.ts";

/** Up to so many pieces a term is rather said twice than bound. */
const SHORT = 20;

/**
 * `bindTerms` where one term may throw, so that it does: SQL may leave one operand alone when the other is NULL, and the
 * evaluator never does.
 */
export function bindErrors(
  terms: readonly SqlTerm[],
  scope: SqlScope,
  body: (bound: readonly SqlTerm[]) => SqlTerm | undefined,
): SqlTerm | undefined {
  return terms.some(({ mayThrow }) => mayThrow) ? bindTerms(terms, scope, body) : body(terms);
}

/**
 * What `body` makes of terms that it may say more than once: those that are not short are computed once, in a part of
 * the statement that the database does not take apart again. Undefined where that part could not read the row.
 */
export function bindTerms(
  terms: readonly SqlTerm[],
  scope: SqlScope,
  body: (bound: readonly SqlTerm[]) => SqlTerm | undefined,
): SqlTerm | undefined {
  if (terms.every((one) => one.isSimple || (one.sql.size <= SHORT && !one.mayThrow))) return body(terms);
  if (scope.dialect.isFromApart) return undefined;
  const alias = scope.nextAlias();
  const bound = terms.map((one, index) =>
    one.isSimple
      ? one
      : { ...one, sql: sqlName(alias, `v${index}`), isSimple: true, mayThrow: false, parts: undefined },
  );
  const result = body(bound);
  if (result === undefined) return undefined;
  const columns = joinSql(
    terms.map((_, index) => sqlName(`v${index}`)),
    ", ",
  );
  const values = joinSql(
    terms.map((one) => one.sql),
    ", ",
  );
  const name = sqlName(alias);
  return {
    ...result,
    sql: sql`(with ${name}(${columns}) as materialized (select ${values}) select ${result.sql} from ${name})`,
    isSimple: false,
    mayThrow: result.mayThrow || terms.some((one) => one.mayThrow),
  };
}
