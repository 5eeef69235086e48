import { hasOffset } from "@tablewright/core/compiler";
import {
  type HeldColumn,
  isNear,
  isWholeNumberText,
  partsOfSecond,
  type SourceForm,
  type SourceForms,
  SqlFragment,
  type StoredForm,
  sql,
  sqlOf,
  sqlParameter,
  type ValueKind,
  withTests,
} from "@tablewright/store-sql";
import { UNTYPED } from "../introspect/describe-column.ts";
import { endOfInstant } from "../register-functions.ts";

const isBlank = sqlOf("ifnull($1, '') = ''");

const isSafe = sqlOf(
  "typeof($1) in ('integer', 'real') and $1 between -9007199254740991 and 9007199254740991 and $1 = cast($1 as integer)",
);

/** Yes and no in every form that programs write; any other value as it is. */
const yesOf = sqlOf(
  "case when typeof($1) <> 'text' then $1 when lower($1) in ('t', 'true', 'y', 'yes', 'on', '1') then 1 when lower($1) in ('f', 'false', 'n', 'no', 'off', '0') then 0 else $1 end",
);

const textOf = sqlOf(
  "case typeof($1) when 'integer' then cast($1 as text) when 'real' then tw_digits($1) else nullif($1 collate binary, '') end",
);

const asReal = sqlOf("cast($1 as real)");

/** What programs write most is taken as it is; the rest is looked at more closely. */
const timeOf = sqlOf("case when length($1) = 8 then $1 else tw_timeOfDay($1) end");

const whole: SourceForms["integer"] = ({ kind, scale }) =>
  kind === "integer" || (kind === "decimal" && scale === 0) ? {} : undefined;

/** That of columns of these kinds. */
const of =
  (kinds: readonly string[], form: SourceForm): SourceForms["text"] =>
  ({ kind }) =>
    kinds.includes(kind) ? form : undefined;

const UNTYPED_KINDS: Readonly<Record<StoredForm, ValueKind>> = {
  ...{ text: "text", integer: "integer", duration: "integer", real: "float", boolean: "boolean" },
  ...{ date: "date", time: "time", datetime: "datetime", json: "text" },
};

/**
 * SQLite takes any value in any column, so dates and times, which are texts only by custom, are compared by the engine.
 */
const forms: SourceForms = {
  text: ({ kind, isLoose, databaseType }) => {
    if (kind === "integer") return wholeText;
    if (!/char|clob|text/u.test(databaseType)) return anyText;
    return isLoose ? { ...text, isLike: (column, key) => sql`${column} = ${key}` } : text;
  },
  integer: whole,
  duration: whole,
  real: ({ kind }) => {
    if (kind === "integer" || kind === "decimal") return anyNumber;
    return kind === "float" ? { hasAnyDigits: true } : undefined;
  },
  boolean: ({ kind, yesText }) => {
    if (!["boolean", "integer", "text"].includes(kind)) return undefined;
    return { read: yesOf, matches: (column, key) => sql`${yesOf(column)} = ${key}`, ...yesLike(yesText) };
  },
  date: (column) =>
    of(["date", "text"], { read: dateOf, matches: isDate, isOpaque: true, ...blankIn(column) })(column),
  time: of(["time", "text"], { read: timeOf, matches: isTime, isOpaque: true }),
  datetime: (column) => {
    const { kind, instant, momentText } = column;
    const parts = partsOfSecond(column);
    if (parts !== undefined) return countedIn(parts);
    if (!["datetime", "instant", "text"].includes(kind)) return undefined;
    const form = { isOpaque: true, instantIn: () => ({}), ...blankIn(column) };
    return instant || kind === "instant" || hasOffset(momentText ?? "")
      ? {
          ...form,
          read: instantOf,
          matches: isMoment(instantOf),
          write: writtenLike(momentText ?? UTC_MOMENT),
        }
      : {
          ...form,
          read: momentOf,
          matches: isMoment(momentOf),
          write: writtenLike(momentText ?? MOMENT),
          hasWallClocks: true,
        };
  },
  json: of(["json", "text"], { isOpaque: true }),
};

/** A column of numbers may hold texts as well, and numbers of any size. */
function isValue(form: StoredForm): SourceForm {
  switch (form) {
    case "text":
      return { isValue: (it) => sql`typeof(${it}) = 'text'` };
    case "boolean":
      return { isValue: (it) => sql`${it} in (0, 1)`, isBlank };
    case "integer":
    case "duration":
      return { isValue: isSafe, isBlank, holdsNumbers: true };
    case "real":
      return {
        isBlank,
        isValue: (it) => sql`typeof(${it}) in ('integer', 'real') and abs(${it} + 0.0) < 9e999`,
        holdsNumbers: true,
      };
    default:
      return {};
  }
}

/** A column without a type holds what its rows hold just now, so it is taken for what a definition says. */
const untyped = Object.fromEntries(
  Object.entries(forms).map(([form, held]) => [
    form,
    (column: HeldColumn) => {
      const kind = UNTYPED_KINDS[form as StoredForm];
      return held(column) ?? (column.databaseType === UNTYPED ? held({ ...column, kind }) : undefined);
    },
  ]),
) as SourceForms;

export const sqliteSourceForms: SourceForms = withTests(untyped, isValue);

/** Blank and equal by its characters, whatever the collation of its column calls so. */
const text: SourceForm = {
  read: (it) => sql`nullif(${it} collate binary, '')`,
  isExactly: (column, key) => sql`${column} = ${key} collate binary`,
};

/** A column that is not of texts only has numbers as their texts. */
const anyText: SourceForm = {
  read: textOf,
  matches: (column, key) => sql`${textOf(column)} = ${key}`,
  isConverted: true,
};

/** SQLite keeps no number to the digits of its type, and whole numbers of 64 bits are read as their nearest doubles. */
const anyNumber: SourceForm = { widen: asReal, hasAnyDigits: true, matches: isReadAs };

/** Whole numbers of any size. */
const wholeText: SourceForm = {
  read: textOf,
  isConverted: true,
  seek: (it) => sql`cast(${it} as integer)`,
  accepts: (value) => isWholeNumberText(String(value)),
};

/** Yes and no in the form that most of the column's values have. */
function yesLike(text: string | undefined): Pick<SourceForm, "write"> {
  if (text === undefined) return {};
  const pair = YES_AND_NO.find((words) => words.includes(text.toLowerCase())) ?? ["1", "0"];
  const [, second = ""] = text;
  const like = (word: string) => {
    if (text === text.toLowerCase()) return word;
    return second === second.toLowerCase() && second !== ""
      ? `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
      : word.toUpperCase();
  };
  const [yes, no] = pair.map((word) => sqlParameter(like(word)));
  return { write: (it) => sql`case ${it} when 1 then ${yes ?? it} else ${no ?? it} end` };
}

const YES_AND_NO: readonly (readonly [yes: string, no: string])[] = [
  ["t", "f"],
  ["true", "false"],
  ["y", "n"],
  ["yes", "no"],
  ["on", "off"],
];

/** An instant as a number of seconds, or of parts of one, since 1970. */
function countedIn(parts: number): SourceForm {
  const each = new SqlFragment([String(parts)]);
  const count = (it: SqlFragment) => sql`(cast(strftime('%s', ${it}) as integer) * ${each})`;
  return {
    isOpaque: true,
    instantIn: () => ({}),
    read: (it) =>
      sql`case when typeof(${it}) in ('integer', 'real') and abs(${it}) < 1e15 then tw_instant(${it}, ${each}) else cast(${it} as text) end`,
    write: count,
    matches: (column, second) =>
      sql`${column} >= ${count(second)} and ${column} < ${count(second)} + ${each}`,
  };
}

function isReadAs(column: SqlFragment, key: SqlFragment): SqlFragment {
  return sql`${isNear(column, key)} and ${asReal(column)} = ${key}`;
}

/** What is written for a blank where a column takes no NULL and has, as its default, another value that is read as one. */
function blankIn({ nullable, default: value = "" }: HeldColumn): Pick<SourceForm, "blank"> {
  const [, blank] = /^'(0000-00-00[ T:0.]*|)'$/u.exec(value) ?? [];
  return nullable || blank === undefined ? {} : { blank: sqlParameter(blank) };
}

/** Without a time of midnight, which some programs write; that of zeros is blank. */
function dateOf(column: SqlFragment): SqlFragment {
  const day = sql`case when substr(${column}, 12) in ('00:00:00', '00:00:00.000', '00:00') then substr(${column}, 1, 10) else ${column} end`;
  return sql`nullif(${day}, '0000-00-00')`;
}

/** The same, with a T; that of zeros is blank. */
function momentOf(column: SqlFragment): SqlFragment {
  const moment = sql`case when ${column} glob '????-??-??[ T]??:??:??' then replace(${column}, ' ', 'T') else tw_moment(${column}) end`;
  return sql`nullif(${moment}, '0000-00-00T00:00:00')`;
}

/** Keys are found by how their texts begin, which an index serves, and then compared as they are read. */
function isDate(column: SqlFragment, day: SqlFragment): SqlFragment {
  return sql`${column} >= ${day} and ${column} < ${day} || '~' and ${dateOf(column)} = ${day}`;
}

function isTime(column: SqlFragment, time: SqlFragment): SqlFragment {
  const minute = sql`substr(${time}, 1, 5)`;
  return sql`${column} >= ${minute} and ${column} < ${minute} || '~' and ${timeOf(column)} = ${time}`;
}

/** By the clock of UTC, which a text without an offset has, too. */
function instantOf(column: SqlFragment): SqlFragment {
  return sql`rtrim(${momentOf(column)}, 'Z')`;
}

/** The day of a text with an offset may be the one before or after that of UTC. */
function isMoment(read: (column: SqlFragment) => SqlFragment): NonNullable<SourceForm["matches"]> {
  return (column, moment) => {
    const near = sql`${column} >= date(${moment}, '-1 day') and ${column} < date(${moment}, '+2 days')`;
    return sql`${near} and ${read(column)} = ${moment}`;
  };
}

/** A moment in the form of another. */
function writtenLike(text: string): (parameter: SqlFragment) => SqlFragment {
  const end = endOfInstant(text);
  return (parameter) => {
    const moment = text[10] === "T" ? parameter : sql`replace(${parameter}, 'T', ' ')`;
    return end === "" ? moment : sql`(${moment} || ${sqlParameter(end)})`;
  };
}

/** The forms where a column has no moments yet. */
const MOMENT = "2024-01-01 00:00:00";
const UTC_MOMENT = `${MOMENT}Z`;
