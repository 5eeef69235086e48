import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { SqlColumn } from "../compile/sql-table.ts";
import { quoteName } from "../fragments/quote-name.ts";
import { SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";
import { type LookupList, parameterList } from "../plans/lookup-list.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";

/** How the SQL standard says parts of expressions; texts compare by code points. A dialect replaces what it says differently. */
export const standardExpressions = {
  quoteName,
  isSame: (left, right) => sql`${left} is not distinct from ${right}`,
  cast: (value, to) => sql`cast(${value} as ${new SqlFragment([CASTS[to]])})`,
  wholeQuotient: (left, right) => sql`${left} / ${right}`,
  cutFraction: (value) => sql`trunc(${value})`,
  substring: (text, start, length) => sql`substring(${text} from ${start} for ${length})`,
  lengthOf: (text) => sql`char_length(${text})`,
  placeOf: (text, part) => sql`position(${part} in ${text})`,
  byCodePoints: (text) => text,
} satisfies Partial<SqlDialect>;

const CASTS = { integer: "bigint", real: "double precision", text: "text" } as const;

/**
 * What many databases say alike about the tables of a store; a dialect replaces what it says differently. Writers take turns:
 * no claim of events locks rows.
 */
export const standardDialect = {
  tableEnding: "",
  longestName: Number.POSITIVE_INFINITY,
  systemColumns: [],
  inList: inListOfValues,
} satisfies Partial<SqlStoreDialect>;

/** Texts are left to the conditions of the plan: they are equal by the language's fold, and not as they are kept. */
function inListOfValues(
  { family, values, hasBlank }: LookupList,
  { name }: SqlColumn,
  { alias }: { readonly alias: string },
): SqlFragment | undefined {
  const list = family === "text" || values.length === 0 ? undefined : parameterList(values);
  if (list === undefined) return undefined;
  const column = sqlName(alias, name);
  return hasBlank ? sql`(${column} in (${list}) or ${column} is null)` : sql`(${column} in (${list}))`;
}
