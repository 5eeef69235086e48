import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { asCount, asMoment, COUNTS } from "../operators/conversion.ts";
import { type DatePart, phrase, type SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term } from "../sql-term.ts";
import { type FunctionsInSql, knownOf, type OfTerms } from "./function-in-sql.ts";

export const dateTimeInSql = {
  YEAR: { of: (scope, when) => when && part(scope, when, "year", [1, 9999]) },
  MONTH: { of: (scope, when) => when && orZero(part(scope, when, "month", [0, 12])) },
  DAY: { of: (scope, when) => when && orZero(part(scope, when, "day", [0, 31])) },
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
      const at = when && asMoment(when, "datetime", scope.dialect);
      return at && term("moment", phrase(scope.dialect, "dateOf", at.sql), knownOf([at]));
    },
  },
  TIME: {
    of: (scope, when) => {
      const at = when && asMoment(when, "datetime", scope.dialect);
      return at && term("moment", phrase(scope.dialect, "timeOf", at.sql), knownOf([at]));
    },
  },
  DATETIME: { of: (_, when) => when },
  EOMONTH: {
    of: (scope, when, months) => {
      if (when === undefined || months?.form !== "integer") return undefined;
      const count = months.isNullable ? sql`coalesce(${months.sql}, 0)` : months.sql;
      const day = scope.dialect.native?.("monthEnd", [dayOf(scope, when), count]);
      const { mayThrow } = knownOf([when, months]);
      return day && term("count", phrase(scope.dialect, "asInteger", day), { mayThrow, range: COUNTS.date });
    },
  },
  HOUR: { of: seconds((x, dialect) => sql`(${phrase(dialect, "wholeQuotient", x, sql`3600`)})`) },
  MINUTE: {
    of: seconds((x, dialect) => sql`(${phrase(dialect, "wholeQuotient", sql`abs(${x})`, sql`60`)} % 60)`),
  },
  SECOND: { of: seconds((x) => sql`(abs(${x}) % 60)`) },
  TOTALHOURS: { of: (scope, duration) => duration && total(scope, duration, 3_600) },
  TOTALMINUTES: { of: (scope, duration) => duration && total(scope, duration, 60) },
  TOTALSECONDS: { of: (_, duration) => duration && { ...duration, form: "integer" } },
} satisfies FunctionsInSql;

/** A part of a date or time as a number. */
function part({ dialect }: SqlScope, when: SqlTerm, name: DatePart, range: SqlRange): SqlTerm {
  const at = asMoment(when, "datetime", dialect);
  return term("integer", phrase(dialect, name, at.sql), { ...knownOf([at]), range });
}

/** The day number of wall-clock time. */
function dayOf({ dialect }: SqlScope, when: SqlTerm): SqlFragment {
  const date = phrase(dialect, "dateOf", asMoment(when, "datetime", dialect).sql);
  return phrase(dialect, "countOfDate", date);
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
