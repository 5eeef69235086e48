import type { IsoFamily, SqlDialect } from "../compile/sql-dialect.ts";
import { type SqlFragment, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import { foldedPattern } from "./folded-pattern.ts";
import { standardExpressions } from "./standard.ts";

/**
 * MariaDB and MySQL, in a session where texts compare by code points, `||` joins them and double quotes are around names. TRUE
 * is 1. No function of ours is there, so texts are compared with constants only, and decimals are not computed.
 */
export const plainMysql: SqlDialect = {
  ...standardExpressions,
  placeholder: () => "?",
  bound: (value, form) =>
    form === "real" ? sql`cast(${sqlParameter(value)} as double)` : sqlParameter(value),
  isSame: (left, right) => sql`${left} <=> ${right}`,
  countOf: (family, iso) => COUNTS[family](iso),
  isoOf: (family, count) => ISOS[family](count),
  cast: (value, to) => sql`cast(${value} as ${CASTS[to]})`,
  wholeQuotient: (left, right) => sql`${left} div ${right}`,
  cutFraction: (value) => sql`truncate(${value}, 0)`,
  isFromApart: true,
  sortsBlanksLowest: true,
  indexesByType: true,
  widensIntegers: false,
  substring: (text, start, length) => sql`substring(${text}, ${start}, ${length})`,
  placeOf: (text, part) => sql`locate(${part}, ${text})`,
  foldMatches: (text, constants, where) => {
    const pattern = foldedPattern(constants, where);
    return pattern === undefined ? undefined : sql`${text} regexp ${sqlParameter(pattern)}`;
  },
  aggregate: (name, { sql: value, form }) =>
    name === "total" && (form === "integer" || form === "count")
      ? sql`cast(sum(${value}) as char)`
      : undefined,
  // What has a limit is neither merged nor given conditions from outside.
  fence: (rows) => sql`(${rows} limit 18446744073709551615)`,
};

const CASTS = { integer: sql`signed`, real: sql`double`, text: sql`char` } as const;

const SECONDS = sql`86400`;

const dayOf = (iso: SqlFragment) => sql`(to_days(${iso}) - 719528)`;
const isoDay = (day: SqlFragment) => sql`cast(from_days(${day} + 719528) as char)`;
const isoTime = (seconds: SqlFragment) => sql`cast(sec_to_time(${seconds}) as char)`;
const ofDay = (count: SqlFragment) => sql`((${count} % ${SECONDS} + ${SECONDS}) % ${SECONDS})`;

/** The seconds of a text are a decimal with fractions to the server. */
function secondsOf(time: SqlFragment): SqlFragment {
  return sql`cast(time_to_sec(${time}) as signed)`;
}

const COUNTS: Readonly<Record<IsoFamily, (iso: SqlFragment) => SqlFragment>> = {
  date: dayOf,
  time: secondsOf,
  datetime: (iso) =>
    sql`(${dayOf(sql`substring(${iso}, 1, 10)`)} * ${SECONDS} + ${secondsOf(sql`substring(${iso}, 12, 8)`)})`,
};

const ISOS: Readonly<Record<IsoFamily, (count: SqlFragment) => SqlFragment>> = {
  date: isoDay,
  time: isoTime,
  datetime: (count) =>
    sql`(${isoDay(sql`(${count} - ${ofDay(count)}) div ${SECONDS}`)} || 'T' || ${isoTime(ofDay(count))})`,
};
