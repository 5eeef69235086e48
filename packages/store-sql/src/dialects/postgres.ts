import type { BoundForm, SqlDialect } from "../compile/sql-dialect.ts";
import { quoteName, SqlFragment, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import { standardPhrases } from "./standard.ts";

/** PostgreSQL without any function of ours: its own fold differs, and doubles that overflow are errors. */
export const postgres: SqlDialect = {
  placeholder: (position) => `$${position}`,
  quoteName,
  bound: (value, form) => sql`${sqlParameter(value)}::${new SqlFragment([TYPES[form]])}`,
  indexesByType: true,
  phrases: {
    ...standardPhrases,
    substring: "substring($1 from ($2)::integer for ($3)::integer)",
    lengthOf: "char_length($1)::bigint",
    placeOf: "position($2 in $1)::bigint",
    byCodePoints: '$1 collate "C"',
    countOfDate: "($1 - date '1970-01-01')::bigint",
    countOfTime: "extract(epoch from $1)::bigint",
    countOfDatetime: "extract(epoch from $1)::bigint",
    dateOfCount: "(date '1970-01-01' + ($1)::integer)",
    timeOfCount: "(time '00:00' + ($1) * interval '1 second')",
    datetimeOfCount: "(timestamp '1970-01-01' + ($1) * interval '1 second')",
    startOf: "($1)::timestamp",
    onDayZero: "(date '1899-12-30' + $1)",
    dateOf: "($1)::date",
    timeOf: "($1)::time",
    year: "extract(year from $1)::bigint",
    month: "extract(month from $1)::bigint",
    day: "extract(day from $1)::bigint",
    // What has an offset is neither pulled up nor given conditions from outside.
    fence: "($1 offset 0)",
  },
};

const TYPES: Readonly<Record<BoundForm, string>> = {
  text: "text",
  integer: "bigint",
  real: "double precision",
  decimal: "numeric",
  boolean: "boolean",
  date: "date",
  time: "time",
  datetime: "timestamp",
};
