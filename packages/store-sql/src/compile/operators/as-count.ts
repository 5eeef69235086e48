import { FIRST_DAY, LAST_DAY, SECONDS_PER_DAY } from "@tablewright/core/compiler";
import { countTerm, isIsoFamily } from "../constant-term.ts";
import { phrase, type SqlDialect } from "../sql-dialect.ts";
import { type SqlRange, type SqlTerm, WHOLE } from "../sql-term.ts";

/** A date, time or duration as the integer that the evaluator has for it. */
export function asCount(value: SqlTerm, family: string, dialect: SqlDialect): SqlTerm {
  if (value.form !== "moment" || !isIsoFamily(family)) return value;
  if (typeof value.constant === "number") return countTerm(value.constant, dialect);
  const { constant: _, ...others } = value;
  if (value.constant === null) return { ...value, form: "count", range: COUNTS[family] };
  return {
    ...others,
    form: "count",
    sql: phrase(dialect, COUNT_OF[family], value.sql),
    isSimple: false,
    range: COUNTS[family],
  };
}

/** A date or time as columns keep it; a count must lie within the calendar. */
export function asMoment(value: SqlTerm, family: string, dialect: SqlDialect): SqlTerm {
  if (value.form !== "count" || !isIsoFamily(family)) return value;
  const { constant: _, ...others } = value;
  if (value.constant === null) return { ...value, form: "moment" };
  return {
    ...others,
    form: "moment",
    sql: phrase(dialect, OF_COUNT[family], value.sql),
    isSimple: false,
    range: WHOLE,
  };
}

const COUNT_OF = { date: "countOfDate", time: "countOfTime", datetime: "countOfDatetime" } as const;
const OF_COUNT = { date: "dateOfCount", time: "timeOfCount", datetime: "datetimeOfCount" } as const;

/** The counts that dates and times can have. */
export const COUNTS: Readonly<Record<"date" | "time" | "datetime", SqlRange>> = {
  date: [FIRST_DAY, LAST_DAY],
  time: [0, SECONDS_PER_DAY - 1],
  datetime: [FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1],
};
