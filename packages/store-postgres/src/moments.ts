import {
  type IsoFamily,
  type Moments,
  SqlFragment,
  type StoredForm,
  sql,
  sqlParameter,
} from "@tablewright/store-sql";
import { typeName } from "./types.ts";

/** Dates and times of PostgreSQL's own types. */
export const moments: Moments = {
  bound: (iso, family) => sql`${sqlParameter(iso)}::${typeOf(family)}`,
  blank: (family) => sql`null::${typeOf(family)}`,
  startOf: (date) => sql`(${date})::timestamp`,
  onDayZero: (time) => sql`(date '1899-12-30' + ${time})`,
  dateOf: (datetime) => sql`(${datetime})::date`,
  timeOf: (datetime) => sql`(${datetime})::time`,
  partOf: (datetime, part) => sql`extract(${new SqlFragment([part])} from ${datetime})::bigint`,
};

/** The integer that the evaluator has for a date or time. */
export const countOf: Readonly<Record<IsoFamily, (moment: SqlFragment) => SqlFragment>> = {
  date: (date) => sql`(${date} - date '1970-01-01')::bigint`,
  time: (time) => sql`extract(epoch from ${time})::bigint`,
  datetime: (datetime) => sql`extract(epoch from ${datetime})::bigint`,
};

/** Back from the integer. */
export const momentOf: Readonly<Record<IsoFamily, (count: SqlFragment) => SqlFragment>> = {
  date: (count) => sql`(date '1970-01-01' + (${count})::integer)`,
  time: (count) => sql`(time '00:00' + (${count}) * interval '1 second')`,
  datetime: (count) => sql`(timestamp '1970-01-01' + (${count}) * interval '1 second')`,
};

function typeOf(family: StoredForm): SqlFragment {
  return new SqlFragment([typeName(family)]);
}
