import type { SqlDialect } from "../compile/sql-dialect.ts";
import { quoteName, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import { foldedPattern, isoPhrases, standardPhrases } from "./standard.ts";

const DATE = "(to_days($1) - 719528)";
const TIME = "cast(time_to_sec($1) as signed)"; // the seconds of a text are a decimal with fractions to the server
const OF_DAY = "(($1 % 86400 + 86400) % 86400)";
const texts = { asInteger: "cast($1 as signed)", substring: "substring($1, $2, $3)" };

/**
 * MariaDB and MySQL, in a session where texts compare by code points, `||` joins them and double quotes are around names. TRUE
 * is 1. No function of ours is there, so texts are compared with constants only, and decimals are not computed.
 */
export const plainMysql: SqlDialect = {
  placeholder: () => "?",
  quoteName,
  bound: (value, form) =>
    form === "real" ? sql`cast(${sqlParameter(value)} as double)` : sqlParameter(value),
  isFromApart: true,
  sortsBlanksLowest: true,
  indexesByType: true,
  foldMatches: (text, constants, where) => {
    const pattern = foldedPattern(constants, where);
    return pattern === undefined ? undefined : sql`${text} regexp ${sqlParameter(pattern)}`;
  },
  aggregate: (name, { sql: value, form }) =>
    name === "total" && (form === "integer" || form === "count")
      ? sql`cast(sum(${value}) as char)`
      : undefined,
  phrases: {
    ...standardPhrases,
    ...texts,
    ...isoPhrases(texts),
    isSame: "$1 <=> $2",
    asReal: "cast($1 as double)",
    asText: "cast($1 as char)",
    wholeQuotient: "$1 div $2",
    cutFraction: "truncate($1, 0)",
    placeOf: "locate($2, $1)",
    countOfDate: DATE,
    countOfTime: TIME,
    countOfDatetime: `(${DATE.replace("$1", "substring($1, 1, 10)")} * 86400 + ${TIME.replace("$1", "substring($1, 12, 8)")})`,
    dateOfCount: "cast(from_days($1 + 719528) as char)",
    timeOfCount: "cast(sec_to_time($1) as char)",
    datetimeOfCount: `(cast(from_days(($1 - ${OF_DAY}) div 86400 + 719528) as char) || 'T' || cast(sec_to_time(${OF_DAY}) as char))`,
    // What has a limit is neither merged nor given conditions from outside.
    fence: "($1 limit 18446744073709551615)",
  },
};
