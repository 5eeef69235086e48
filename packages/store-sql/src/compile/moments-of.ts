import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";
import type { DatePart, Moments, SqlDialect } from "./sql-dialect.ts";

/** Those of a dialect, of which ISO texts need nothing of their own. */
export function momentsOf(dialect: SqlDialect): Moments {
  return dialect.moments ?? isoTexts(dialect);
}

/** The parts of a date stand at fixed places of its text. */
function isoTexts(dialect: SqlDialect): Moments {
  return {
    bound: (iso) => dialect.bound(iso, "text"),
    blank: () => dialect.blank?.("text"),
    startOf: (date) => sql`(${date} || 'T00:00:00')`,
    onDayZero: (time) => sql`('1899-12-30T' || ${time})`,
    dateOf: (datetime) => dialect.substring(datetime, sql`1`, sql`10`),
    timeOf: (datetime) => dialect.substring(datetime, sql`12`, sql`8`),
    partOf: (datetime, part) => dialect.cast(dialect.substring(datetime, ...PLACES[part]), "integer"),
  };
}

const PLACES: Readonly<Record<DatePart, readonly [start: SqlFragment, length: SqlFragment]>> = {
  year: [sql`1`, sql`4`],
  month: [sql`6`, sql`2`],
  day: [sql`9`, sql`2`],
};
