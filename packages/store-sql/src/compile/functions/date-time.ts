import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { asCount, asIso, COUNTS } from "../operators/as-count.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term } from "../sql-term.ts";
import { type FunctionsInSql, knownOf, type OfTerms } from "./function-in-sql.ts";

/** The parts of a date stand at fixed places of its ISO text. */
export const dateTime = {
  YEAR: { of: (scope, when) => when && part(scope, when, 1, 4, [1, 9999]) },
  MONTH: { of: (scope, when) => when && orZero(part(scope, when, 6, 2, [0, 12])) },
  DAY: { of: (scope, when) => when && orZero(part(scope, when, 9, 2, [0, 31])) },
  WEEKDAY: {
    of: (scope, when) => {
      if (when === undefined) return undefined;
      const day = dayOf(scope, when);
      return orZero(
        term("integer", sql`(((${day} + 4) % 7 + 7) % 7 + 1)`, { ...knownOf([when]), range: [0, 7] }),
      );
    },
  },
  DATE: {
    of: (scope, when) => {
      const iso = when && asIso(when, "datetime", scope.dialect);
      return iso && term("iso", scope.dialect.substring(iso.sql, sql`1`, sql`10`), knownOf([iso]));
    },
  },
  TIME: {
    of: (scope, when) => {
      const iso = when && asIso(when, "datetime", scope.dialect);
      return iso && term("iso", scope.dialect.substring(iso.sql, sql`12`, sql`8`), knownOf([iso]));
    },
  },
  DATETIME: { of: (_, when) => when },
  EOMONTH: {
    of: (scope, when, months) => {
      if (when === undefined || months?.form !== "integer") return undefined;
      const count = months.isNullable ? sql`coalesce(${months.sql}, 0)` : months.sql;
      const day = scope.dialect.native?.("monthEnd", [dayOf(scope, when), count]);
      const { mayThrow } = knownOf([when, months]);
      return day && term("count", scope.dialect.asInteger(day), { mayThrow, range: COUNTS.date });
    },
  },
  HOUR: { of: seconds((x, { wholeQuotient }) => sql`(${wholeQuotient(x, sql`3600`)})`) },
  MINUTE: { of: seconds((x, { wholeQuotient }) => sql`(${wholeQuotient(sql`abs(${x})`, sql`60`)} % 60)`) },
  SECOND: { of: seconds((x) => sql`(abs(${x}) % 60)`) },
  TOTALHOURS: { of: (scope, duration) => duration && total(scope, duration, 3_600) },
  TOTALMINUTES: { of: (scope, duration) => duration && total(scope, duration, 60) },
  TOTALSECONDS: { of: (_, duration) => duration && { ...duration, form: "integer" } },
} satisfies FunctionsInSql;

/** A part of a date or time as a number. */
function part(scope: SqlScope, when: SqlTerm, start: number, length: number, range: SqlRange): SqlTerm {
  const { dialect } = scope;
  const iso = asIso(when, "datetime", dialect);
  const [from, to] = [start, length].map((count) => PLACES[count] as SqlFragment) as [
    SqlFragment,
    SqlFragment,
  ];
  const digits = dialect.substring(iso.sql, from, to);
  return term("integer", dialect.asInteger(digits), { ...knownOf([iso]), range });
}

const PLACES: Readonly<Record<number, SqlFragment>> = {
  1: sql`1`,
  2: sql`2`,
  4: sql`4`,
  6: sql`6`,
  9: sql`9`,
};

/** The day number of wall-clock time. */
function dayOf({ dialect }: SqlScope, when: SqlTerm): SqlFragment {
  const date = dialect.substring(asIso(when, "datetime", dialect).sql, sql`1`, sql`10`);
  return dialect.countOf("date", date);
}

function orZero(value: SqlTerm): SqlTerm {
  return value.isNullable ? { ...value, sql: sql`coalesce(${value.sql}, 0)`, isNullable: false } : value;
}

/** A part of a duration, of which a blank one has none. */
function seconds(of: (duration: SqlFragment, dialect: SqlDialect) => SqlFragment): OfTerms {
  return (scope, duration) => {
    if (duration === undefined) return undefined;
    const count = asCount(duration, "duration", scope.dialect);
    const text = of(count.isNullable ? sql`coalesce(${count.sql}, 0)` : count.sql, scope.dialect);
    return term("integer", text, { isNullable: false, mayThrow: count.mayThrow });
  };
}

function total({ dialect }: SqlScope, duration: SqlTerm, unit: number): SqlTerm {
  return term("real", sql`(${duration.sql} / ${dialect.bound(unit, "real")})`, knownOf([duration]));
}
