import type { IsoFamily, Moments, SqlDialect } from "../compile/sql-dialect.ts";
import { SqlFragment, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import { standardExpressions } from "./standard.ts";

/** Dates and times of PostgreSQL's own types. */
const moments: Moments = {
  bound: (iso, family) => sql`${sqlParameter(iso)}::${TYPES[family]}`,
  blank: (family) => sql`null::${TYPES[family]}`,
  startOf: (date) => sql`(${date})::timestamp`,
  onDayZero: (time) => sql`(date '1899-12-30' + ${time})`,
  dateOf: (datetime) => sql`(${datetime})::date`,
  timeOf: (datetime) => sql`(${datetime})::time`,
  partOf: (datetime, part) => sql`extract(${new SqlFragment([part])} from ${datetime})::bigint`,
};

/** The integer that the evaluator has for a date or time. */
const countOf: Readonly<Record<IsoFamily, (moment: SqlFragment) => SqlFragment>> = {
  date: (date) => sql`(${date} - date '1970-01-01')::bigint`,
  time: (time) => sql`extract(epoch from ${time})::bigint`,
  datetime: (datetime) => sql`extract(epoch from ${datetime})::bigint`,
};

/** Back from the integer. */
const momentOf: Readonly<Record<IsoFamily, (count: SqlFragment) => SqlFragment>> = {
  date: (count) => sql`(date '1970-01-01' + (${count})::integer)`,
  time: (count) => sql`(time '00:00' + (${count}) * interval '1 second')`,
  datetime: (count) => sql`(timestamp '1970-01-01' + (${count}) * interval '1 second')`,
};

const TYPES: Readonly<Record<IsoFamily, SqlFragment>> = {
  date: sql`date`,
  time: sql`time`,
  datetime: sql`timestamp`,
};

/** PostgreSQL without any function of ours: its own fold differs, and doubles that overflow are errors. */
export const postgres: SqlDialect = {
  ...standardExpressions,
  placeholder: (position) => `$${position}`,
  bound: (value, form) => TYPED[form](sqlParameter(value)),
  blank: (form) => (form === "boolean" ? sql`null::boolean` : TYPED[form](sql`null`)),
  moments,
  boundDecimal: (value) => sql`${sqlParameter(value)}::numeric`,
  countOf: (family, moment) => countOf[family](moment),
  isoOf: (family, count) => momentOf[family](count),
  indexesByType: true,
  widensIntegers: false,
  substring: (text, start, length) =>
    sql`substring(${text} from (${start})::integer for (${length})::integer)`,
  lengthOf: (text) => sql`char_length(${text})::bigint`,
  placeOf: (text, part) => sql`position(${part} in ${text})::bigint`,
  byCodePoints: (text) => sql`${text} collate "C"`,
  // What has an offset is neither pulled up nor given conditions from outside.
  fence: (rows) => sql`(${rows} offset 0)`,
};

const TYPED: Readonly<Record<"text" | "integer" | "real", (hole: SqlFragment) => SqlFragment>> = {
  text: (hole) => sql`${hole}::text`,
  integer: (hole) => sql`${hole}::bigint`,
  real: (hole) => sql`${hole}::double precision`,
};
