import { joinSql, type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { bindTerms } from "../bind-terms.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";

/**
 * Texts one after the other: a blank adds nothing, and no text at all is blank. Texts joined before stand for their
 * parts, so that one look at the length is enough for a chain of `&`. Undefined where too much would be joined.
 */
export function joinedTexts(texts: readonly SqlTerm[], scope: SqlScope): SqlTerm | undefined {
  const filled = texts.filter(({ constant }) => constant !== null);
  const [only] = filled;
  if (only === undefined) return { ...term("text", sql`null`), constant: null };
  if (filled.length === 1) return only;
  const parts = filled.flatMap((one) => one.parts ?? [one]);
  if (joined(parts).sql.size > LARGEST) return undefined;
  const result = withinLength(parts, parts, scope, joined);
  return result && { ...result, parts };
}

/** So much is left to the evaluator. */
const LARGEST = 500;

function joined(parts: readonly SqlTerm[]): SqlTerm {
  const [first, ...others] = parts.map((one) => (one.isNullable ? sql`coalesce(${one.sql}, '')` : one.sql));
  const text = others.reduce((left, right) => sql`${left} || ${right}`, first as SqlTerm["sql"]);
  const isNullable = parts.every((one) => one.isNullable);
  const mayThrow = parts.some((one) => one.mayThrow);
  return term("text", isNullable ? sql`nullif(${text}, '')` : sql`(${text})`, { isNullable, mayThrow });
}

/**
 * A text that `make` builds of `values` and that is at most as long as the `counted` of them together, or `growth` times
 * as long: as it is where that cannot be more than the request allows, else built only on rows where it is not. On the
 * others the database raises `limit/text-length`, upon which the evaluator decides what is to be told. Undefined where
 * the database can raise nothing.
 */
export function withinLength(
  values: readonly SqlTerm[],
  counted: readonly SqlTerm[],
  scope: SqlScope,
  make: (values: readonly SqlTerm[]) => SqlTerm | undefined,
  growth = 1,
): SqlTerm | undefined {
  const { dialect } = scope;
  const most = mostUnits(scope);
  const known = counted.reduce((sum, { longest = 0 }) => sum + longest, 0);
  const fits = known * growth <= most;
  const places = counted.map((one) => values.indexOf(one));
  const measured = fits ? places.filter((at) => values[at]?.longest === undefined) : places;
  if (measured.length === 0) {
    const result = make(values);
    return result && { ...result, longest: known * growth };
  }
  return bindTerms(values, scope, (bound) => {
    const lengths = measured.map((at) => octetsOf(bound[at] as SqlTerm));
    const length = sql`(${joinSql([dialect.bound(fits ? known : 0, "integer"), ...lengths], " + ")})`;
    const tooLong = dialect.native?.("tooLong", [length]);
    const result = make(bound);
    if (tooLong === undefined || result === undefined) return undefined;
    const grown = growth === 1 ? length : sql`${length} * ${dialect.bound(growth, "integer")}`;
    const isShort = sql`${grown} <= ${dialect.bound(most, "integer")}`;
    const text = sql`case when ${isShort} then ${result.sql} else ${tooLong} end`;
    return { ...result, sql: sql`(${text})`, isSimple: false, longest: most };
  });
}

/** UTF-16 units that a text may have which an expression builds. */
export function mostUnits({ request }: SqlScope): number {
  return request.context.meter.limits.textLength;
}

/** No text has more UTF-16 units than bytes of UTF-8, which databases know without looking at the text. */
function octetsOf(value: SqlTerm): SqlFragment {
  const length = sql`octet_length(${value.sql})`;
  return value.isNullable ? sql`coalesce(${length}, 0)` : length;
}
