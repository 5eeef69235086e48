import {
  FIRST_DAY,
  isWellFormedText,
  LAST_DAY,
  SECONDS_PER_DAY,
  type Type,
  toCanonical,
  valueFamilyOf,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "@tablewright/core/compiler";
import type { Value } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";
import type { IsoFamily, SqlDialect } from "./sql-dialect.ts";
import type { SqlScope } from "./sql-scope.ts";
import { type SqlTerm, term } from "./sql-term.ts";

/**
 * A value that is the same for every row, bound. Undefined for what no database keeps exactly: texts with NUL or broken
 * characters, dates beyond the calendar, lists.
 */
export function constantTerm(value: Value, type: Type, dialect: SqlDialect): SqlTerm | undefined {
  const facts = { isNullable: value === null, isSimple: true };
  const family = valueFamilyOf(type);
  if (value === null) return { ...term(BLANK_FORMS[family] ?? "count", sql`null`, facts), constant: value };
  if (typeof value === "boolean") {
    return { ...term("boolean", value ? sql`true` : sql`false`, facts), constant: value };
  }
  if (typeof value === "string") {
    if (!isWellFormedText(value)) return undefined;
    return { ...term("text", dialect.bound(value, "text"), facts), longest: value.length, constant: value };
  }
  if (typeof value !== "number") return undefined;
  if (family === "number") return numberTerm(value, dialect);
  const moment = isIsoFamily(family) ? boundMoment(value, family, dialect) : undefined;
  if (moment !== undefined) return { ...term("moment", moment, facts), constant: value };
  return Number.isSafeInteger(value) && family === "duration" ? countTerm(value, dialect) : undefined;
}

/** A number as the least special form it has. */
function numberTerm(value: number, dialect: SqlDialect): SqlTerm {
  const facts = { isNullable: false, isSimple: true };
  if (Number.isSafeInteger(value)) {
    const range = [value, value] as const;
    return { ...term("integer", dialect.bound(value, "integer"), { ...facts, range }), constant: value };
  }
  const form = toCanonical(value) === value ? "canonical" : "real";
  return { ...term(form, dialect.bound(value, "real"), facts), constant: value };
}

/** A date, time or duration as the integer that the evaluator has for it. */
export function countTerm(value: number, dialect: SqlDialect): SqlTerm {
  const facts = { isNullable: false, isSimple: true, range: [value, value] as const };
  return { ...term("count", dialect.bound(value, "integer"), facts), constant: value };
}

export function isIsoFamily(family: string): family is IsoFamily {
  return family === "date" || family === "time" || family === "datetime";
}

/** A date or time, bound as columns keep it; undefined for what is none. */
export function boundMoment(value: number, family: IsoFamily, dialect: SqlDialect): SqlFragment | undefined {
  const [low, high] = RANGES[family];
  if (!Number.isInteger(value) || value < low || value > high) return undefined;
  return dialect.bound(WRITERS[family](value), family);
}

const RANGES: Readonly<Record<IsoFamily, readonly [number, number]>> = {
  date: [FIRST_DAY, LAST_DAY],
  time: [0, SECONDS_PER_DAY - 1],
  datetime: [FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1],
};

const WRITERS: Readonly<Record<IsoFamily, (value: number) => string>> = {
  date: writeIsoDate,
  time: writeIsoTime,
  datetime: writeIsoDateTime,
};

const BLANK_FORMS: Readonly<Record<string, SqlTerm["form"]>> = {
  text: "text",
  point: "text",
  number: "integer",
  "yes/no": "boolean",
  date: "moment",
  time: "moment",
  datetime: "moment",
};

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
