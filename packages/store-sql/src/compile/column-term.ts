import { sqlName } from "../fragments/sql-fragment.ts";
import type { SqlColumn } from "./sql-table.ts";
import { type SqlTerm, term, widenOnly } from "./sql-term.ts";

/** A stored column as a term; undefined for what is no value in SQL. */
export function columnTerm(alias: string, column: SqlColumn): SqlTerm | undefined {
  const { name, form, given, isIndexed = false, widen: plain, heldAs, hasAnyDigits, isValue } = column;
  const sqlForm = FORMS[form];
  if (sqlForm === undefined || column.isOpaque) return undefined;
  const from = given ?? sqlName(alias, name);
  const widen = isValue === undefined ? plain : widenOnly(isValue, plain);
  const wide = widen === undefined ? from : widen(from);
  return term(hasAnyDigits ? "real" : sqlForm, wide, {
    isSimple: true,
    isFoldIndexed: isIndexed && sqlForm === "text",
    ...(widen === undefined ? {} : { widened: { from, sql: wide, widen, plain, heldAs, isValue } }),
  });
}

/** Why a stored column is no value in SQL. */
export function reasonAgainst({ isOpaque, heldAs, given }: SqlColumn): string {
  if (given !== undefined && isOpaque) return "how its column holds such values is not known";
  if (heldAs === "instants") return "the database does not know the clocks of time zones";
  return isOpaque ? "the database does not say what its column holds" : "a list is no value in SQL";
}

const FORMS: Readonly<Record<SqlColumn["form"], SqlTerm["form"] | undefined>> = {
  text: "text",
  integer: "integer",
  real: "canonical",
  boolean: "boolean",
  date: "moment",
  time: "moment",
  datetime: "moment",
  duration: "count",
  json: undefined,
};
