import { type SourceForm, type SourceForms, type SqlFragment, sql } from "@tablewright/store-sql";

const whole: SourceForms["integer"] = ({ kind, scale }) =>
  kind === "integer" || (kind === "decimal" && scale === 0) ? {} : undefined;

/** That of columns of these kinds. */
const of =
  (kinds: readonly string[], form: SourceForm): SourceForms["text"] =>
  ({ kind }) =>
    kinds.includes(kind) ? form : undefined;

/**
 * SQLite takes any value in any column, so dates and times, which are texts by custom alone, are compared by the engine.
 */
export const sourceForms: SourceForms = {
  text: of(["text", "uuid", "enum", "json"], { read: (it) => sql`nullif(${it}, '')` }),
  integer: whole,
  duration: whole,
  real: ({ kind, precision }) => {
    if (kind === "integer") return { widen: asReal };
    if (kind === "decimal") return { widen: asReal, ...(precision === undefined ? ANY_DIGITS : {}) };
    return kind === "float" ? ANY_DIGITS : undefined;
  },
  boolean: of(["boolean", "integer"], {}),
  date: of(["date", "text"], { read: dateOf, isOpaque: true }),
  time: of(["time", "text"], { read: timeOf, isOpaque: true }),
  datetime: of(["datetime", "instant", "text"], {
    read: momentOf,
    write: (it) => sql`replace(${it}, 'T', ' ')`,
    isOpaque: true,
  }),
  json: of(["json", "text"], { isOpaque: true }),
};

const ANY_DIGITS = { hasAnyDigits: true };

function asReal(column: SqlFragment): SqlFragment {
  return sql`cast(${column} as real)`;
}

/** Without a time of midnight, which some programs write. */
function dateOf(column: SqlFragment): SqlFragment {
  return sql`case when substr(${column}, 12) in ('00:00:00', '00:00:00.000', '00:00') then substr(${column}, 1, 10) else ${column} end`;
}

/** What programs write most is taken as it is; the rest is looked at more closely. */
function timeOf(column: SqlFragment): SqlFragment {
  return sql`case when length(${column}) = 8 then ${column} else tw_timeOfDay(${column}) end`;
}

/** The same, with a T. */
function momentOf(column: SqlFragment): SqlFragment {
  return sql`case when ${column} glob '????-??-??[ T]??:??:??' then replace(${column}, ' ', 'T') else tw_moment(${column}) end`;
}
