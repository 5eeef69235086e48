import { foldText } from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { asYesNo } from "../conditions.ts";
import { joinedTexts, mostUnits, withinLength } from "../operators/texts.ts";
import { phrase, type SqlDialect, type TextPlace } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";
import { type FunctionsInSql, knownOf } from "./function-in-sql.ts";

/** Counts of characters are code points, as SQL counts them too. */
export const textInSql = {
  LEN: {
    of: ({ dialect }, value) => {
      if (value === undefined) return undefined;
      const length = phrase(dialect, "lengthOf", value.sql);
      const count = value.isNullable ? sql`coalesce(${length}, 0)` : length;
      return term("integer", count, { isNullable: false, mayThrow: value.mayThrow, range: LENGTHS });
    },
  },
  LEFT: {
    of: ({ dialect }, value, count) => {
      if (value === undefined || count?.form !== "integer") return undefined;
      const start = phrase(dialect, "substring", value.sql, sql`1`, clipped(count));
      return cut(value, count, sql`case when ${count.sql} < 0 then ${value.sql} else ${start} end`);
    },
  },
  RIGHT: {
    of: ({ dialect }, value, count) => {
      if (value === undefined || count?.form !== "integer") return undefined;
      const length = phrase(dialect, "lengthOf", value.sql);
      const rest = phrase(dialect, "substring", value.sql, sql`${length} - ${count.sql} + 1`, clipped(count));
      const isWhole = sql`${count.sql} < 0 or ${count.sql} >= ${length}`;
      return cut(value, count, sql`case when ${isWhole} then ${value.sql} else ${rest} end`);
    },
  },
  MID: {
    of: ({ dialect }, value, start, length) => {
      if (value === undefined || start?.form !== "integer" || length?.form !== "integer") return undefined;
      if (value.mayThrow || length.mayThrow) return undefined;
      const part = phrase(dialect, "substring", value.sql, clipped(start), clipped(length));
      const isInside = sql`${start.sql} >= 1 and ${length.sql} >= 1`;
      return cut(value, start, sql`case when ${isInside} then ${part} end`);
    },
  },
  UPPER: { of: (scope, value) => value && cased("upper", value, scope) },
  LOWER: { of: (scope, value) => value && cased("lower", value, scope) },
  TRIM: {
    of: (scope, value) => {
      const result = value && ofText("trim", [value], scope, true);
      return result && { ...result, ...lengthOf(value) };
    },
  },
  SUBSTITUTE: {
    of: (scope, value, part, other) => {
      if (value === undefined || part === undefined || other === undefined) return undefined;
      if (value.constant === null || part.constant === null) return value;
      if (part.isNullable) return undefined;
      const filled = other.isNullable ? { ...other, sql: sql`coalesce(${other.sql}, '')` } : other;
      const most = mostUnits(scope);
      const limit = term("integer", scope.dialect.bound(most, "integer"), { isNullable: false });
      const result = ofText("substitute", [value, part, filled, limit], scope, true);
      return result && { ...result, mayThrow: true, longest: most };
    },
  },
  CONCATENATE: { of: (scope, ...values) => joinedTexts(values, scope) },
  FIND: {
    of: ({ dialect }, part, value) => {
      if (part === undefined || value === undefined) return undefined;
      const place = phrase(dialect, "placeOf", value.sql, part.sql);
      const { isNullable, mayThrow } = knownOf([part, value]);
      const position = isNullable ? sql`coalesce(${place}, 0)` : place;
      return term("integer", position, { isNullable: false, mayThrow, range: LENGTHS });
    },
  },
  CONTAINS: { of: (scope, value, part) => has(scope, "anywhere", value, part) },
  STARTSWITH: { of: (scope, value, part) => has(scope, "start", value, part) },
  ENDSWITH: { of: (scope, value, part) => has(scope, "end", value, part) },
} satisfies FunctionsInSql;

/** No text is longer than a billion characters in any database. */
const LONGEST = 1_000_000_000;

const LENGTHS = [0, LONGEST] as const;

function clipped(count: SqlTerm): SqlFragment {
  const [low, high] = count.range;
  if (low >= 0 && high <= LONGEST) return count.sql;
  return sql`case when ${count.sql} > 1000000000 then 1000000000 when ${count.sql} < 0 then 0 else ${count.sql} end`;
}

/** A part of a text, blank where nothing is left of it. */
function cut(value: SqlTerm, count: SqlTerm, part: SqlFragment): SqlTerm {
  return term("text", sql`nullif(${part}, '')`, {
    mayThrow: value.mayThrow || count.mayThrow,
    ...lengthOf(value),
  });
}

function lengthOf({ longest }: SqlTerm): Pick<SqlTerm, "longest"> {
  return longest === undefined ? {} : { longest };
}

/** A text whose letters change; a few of them become two or three. */
function cased(name: "upper" | "lower", value: SqlTerm, scope: SqlScope): SqlTerm | undefined {
  const of = ([one]: readonly SqlTerm[]) => ofText(name, [one as SqlTerm], scope);
  return withinLength([value], [value], scope, of, 3);
}

function ofText(
  name: "upper" | "lower" | "trim" | "substitute",
  values: readonly SqlTerm[],
  { dialect }: SqlScope,
  mayEmpty = false,
): SqlTerm | undefined {
  const texts = values.map((one) => one.sql);
  const result = dialect.native?.(name, texts);
  const facts = knownOf(values);
  return result && term("text", result, { ...facts, isNullable: facts.isNullable || mayEmpty });
}

/** Whether a text has another in it, ignoring case; FALSE when either is blank. */
function has(
  scope: SqlScope,
  where: TextPlace,
  value: SqlTerm | undefined,
  part: SqlTerm | undefined,
): SqlTerm | undefined {
  if (value === undefined || part === undefined) return undefined;
  const { mayThrow, isNullable } = knownOf([value, part]);
  if (value.constant === null || part.constant === null)
    return term("boolean", sql`false`, { isNullable: false, mayThrow });
  const { dialect } = scope;
  const test =
    typeof part.constant === "string"
      ? dialect.foldMatches?.(value.sql, [part.constant], where, false)
      : undefined;
  const condition = test ?? foldedHas(dialect, where, value, part);
  return condition && asYesNo({ sql: sql`(${condition})`, isTwoValued: !isNullable, mayThrow });
}

function foldedHas(
  dialect: SqlDialect,
  where: TextPlace,
  value: SqlTerm,
  part: SqlTerm,
): SqlFragment | undefined {
  const [whole, lookup] = [value, part].map((one) =>
    typeof one.constant === "string"
      ? dialect.bound(foldText(one.constant), "text")
      : dialect.native?.("fold", [one.sql]),
  );
  if (whole === undefined || lookup === undefined) return undefined;
  if (where === "anywhere") return sql`${phrase(dialect, "placeOf", whole, lookup)} > 0`;
  const length = phrase(dialect, "lengthOf", lookup);
  if (where === "start") return sql`${phrase(dialect, "substring", whole, sql`1`, length)} = ${lookup}`;
  const rest = sql`${phrase(dialect, "lengthOf", whole)} - ${length}`;
  return sql`${rest} >= 0 and ${phrase(dialect, "substring", whole, sql`${rest} + 1`, length)} = ${lookup}`;
}
