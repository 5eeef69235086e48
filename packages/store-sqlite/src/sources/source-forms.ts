import {
  isNear,
  isWholeNumberText,
  type SourceForm,
  type SourceForms,
  type SqlFragment,
  sql,
} from "@tablewright/store-sql";

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
  text: ({ kind }) => {
    if (kind === "integer") return wholeText;
    return TEXTS.has(kind) ? text : undefined;
  },
  integer: whole,
  duration: whole,
  real: ({ kind }) => {
    if (kind === "integer" || kind === "decimal") return anyNumber;
    return kind === "float" ? { hasAnyDigits: true } : undefined;
  },
  boolean: of(["boolean", "integer"], {}),
  date: of(["date", "text"], { read: dateOf, matches: isDate, isOpaque: true }),
  time: of(["time", "text"], { read: timeOf, matches: isTime, isOpaque: true }),
  datetime: of(["datetime", "instant", "text"], {
    read: momentOf,
    matches: isMoment,
    write: (it) => sql`replace(${it}, 'T', ' ')`,
    isOpaque: true,
  }),
  json: of(["json", "text"], { isOpaque: true }),
};

const TEXTS: ReadonlySet<string> = new Set([
  ...["text", "uuid", "enum", "json"],
  ...["date", "time", "datetime", "instant"],
]);

/** Blank and equal by its characters, whatever the collation of its column calls so. */
const text: SourceForm = {
  read: (it) => sql`nullif(${it} collate binary, '')`,
  isExactly: (column, key) => sql`${column} = ${key} collate binary`,
};

/** SQLite keeps no number to the digits of its type, and whole numbers of 64 bits are read as their nearest doubles. */
const anyNumber: SourceForm = { widen: asReal, hasAnyDigits: true, matches: isReadAs };

/** Whole numbers of any size. */
const wholeText: SourceForm = {
  read: (it) => sql`cast(${it} as text)`,
  seek: (it) => sql`cast(${it} as integer)`,
  accepts: (value) => isWholeNumberText(String(value)),
};

function asReal(column: SqlFragment): SqlFragment {
  return sql`cast(${column} as real)`;
}

function isReadAs(column: SqlFragment, key: SqlFragment): SqlFragment {
  return sql`${isNear(column, key)} and ${asReal(column)} = ${key}`;
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

/** Keys are found by how their texts begin, which an index serves, and then compared as they are read. */
function isDate(column: SqlFragment, day: SqlFragment): SqlFragment {
  return sql`${column} >= ${day} and ${column} < ${day} || '~' and ${dateOf(column)} = ${day}`;
}

function isTime(column: SqlFragment, time: SqlFragment): SqlFragment {
  const minute = sql`substr(${time}, 1, 5)`;
  return sql`${column} >= ${minute} and ${column} < ${minute} || '~' and ${timeOf(column)} = ${time}`;
}

/** The day of a text with an offset may be the one before or after that of UTC. */
function isMoment(column: SqlFragment, moment: SqlFragment): SqlFragment {
  const near = sql`${column} >= date(${moment}, '-1 day') and ${column} < date(${moment}, '+2 days')`;
  return sql`${near} and ${momentOf(column)} = ${moment}`;
}
