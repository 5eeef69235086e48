import {
  type ColumnDescription,
  type HeldColumn,
  isMomentText,
  isNear,
  isNumberText,
  isOneOf,
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
import { asDouble } from "../types.ts";

const forms: SourceForms = {
  text: (column) => {
    if (column.kind === "text") return { read: asText, isExactly, ...seekAs("text"), ...likeIn(column) };
    if (column.kind === "json") return { read: asText, matches: isExactly };
    if (column.kind === "integer")
      return {
        ...{ read: asText, isConverted: true, ...seekAs("bigint") },
        accepts: (value) => isWholeNumberText(String(value)),
      };
    if (column.kind === "uuid")
      return { read: asText, ...seekAs("uuid"), accepts: (value) => UUID.test(String(value)) };
    const moment = MOMENT_TEXTS[column.kind];
    if (moment !== undefined) return moment;
    if (column.kind === "enum")
      return { read: asText, accepts: isOneOf(column), ...seekAs(column.databaseType) };
    return { ...TEXTS_OF[column.kind], read: asText, matches: isExactly, isConverted: true };
  },
  integer: ({ kind, precision, scale }) => {
    if (kind === "integer") return { widen: asBigint, ...seekAs("bigint") };
    const isWhole = kind === "decimal" && scale === 0 && precision !== undefined && precision <= 15;
    return isWhole ? { widen: asBigint, ...seekAs("numeric") } : undefined;
  },
  real: ({ kind, precision, databaseType }) => {
    if (kind === "decimal") {
      const isShort = precision !== undefined && precision <= 15;
      const held = isShort ? "decimals" : "long decimals";
      return {
        widen: asDouble,
        heldAs: held,
        ...(isShort ? seekAs("numeric") : { hasAnyDigits: true, matches: isReadAs }),
      };
    }
    if (kind !== "integer" && kind !== "float") return undefined;
    if (databaseType === "bigint") return { widen: asDouble, hasAnyDigits: true, matches: isReadAs };
    if (databaseType === "real") return { read: shortest, hasAnyDigits: true, ...seekAs("real") };
    return {
      widen: asDouble,
      hasAnyDigits: true,
      ...seekAs(kind === "float" ? "double precision" : "numeric"),
    };
  },
  boolean: ({ kind, databaseType }) => {
    if (kind !== "boolean") return undefined;
    return databaseType === "bit(1)" ? { read: isOne, write: asBit, seek: asBit } : seekAs("boolean");
  },
  date: ({ kind }) => (kind === "date" ? seekAs("date") : undefined),
  time: ({ kind, databaseType }) => {
    if (kind !== "time") return undefined;
    return {
      ...(WHOLE_SECONDS.test(databaseType)
        ? {}
        : { widen: wholeTime, heldAs: "fractions", matches: beginsWith(as("time")) }),
      ...seekAs("time"),
    };
  },
  datetime: (column) => {
    const { kind, databaseType, instant } = column;
    const parts = partsOfSecond(column);
    if (parts !== undefined)
      return NUMBERS.has(kind) ? countedIn(sql`${new SqlFragment([String(parts)])}`) : undefined;
    if (kind === "instant" || (kind === "datetime" && instant)) {
      const [seek, asInstant] =
        kind === "instant" ? [(it: SqlFragment) => atUtc(sentClock(it)), asItIs] : [sentClock, atUtc];
      return {
        ...(WHOLE_SECONDS.test(databaseType) ? {} : { matches: beginsWith(seek) }),
        ...{ write: seek, seek },
        instantIn: (timeZone) => ({ widen: (it) => onClockOf(timeZone)(asInstant(it)), heldAs: "instants" }),
      };
    }
    if (kind !== "datetime") return undefined;
    return {
      ...(WHOLE_SECONDS.test(databaseType)
        ? {}
        : { widen: wholeSecond, heldAs: "fractions", matches: beginsWith(as("timestamp")) }),
      ...seekAs("timestamp"),
    };
  },
  duration: ({ kind }) => {
    if (kind === "integer") return { widen: asBigint, ...seekAs("bigint") };
    if (kind !== "interval") return undefined;
    return {
      read: secondsOf,
      write: (it) => sql`make_interval(secs => ${it}::double precision)`,
      matches: (column, seconds) => sql`${secondsOf(column)} = ${seconds}::bigint`,
    };
  },
  json: ({ kind, databaseType, nullable, values }) => {
    if (kind === "json" || kind === "text") return { read: asText };
    if (kind !== "list") return undefined;
    // A cast would cut long texts off without a word, and only enums need one.
    const cast = values === undefined ? sql`` : sql`::${new SqlFragment([databaseType])}`;
    return {
      read: itemsOf,
      write: (it) => sql`(select array_agg(value order by ordinality) from ${itemsIn(it)})${cast}`,
      ...(nullable ? {} : { blank: sql`'{}'` }),
    };
  },
};

/** What a column may hold that has no counterpart: infinities, NaN, times of 24:00, days before the year 1 or after 9999. */
function isValue(form: StoredForm, { kind, databaseType, precision, instant }: HeldColumn): SourceForm {
  if (form === "text") return {};
  if (instant !== undefined && NUMBERS.has(kind))
    return { isValue: (it) => sql`${it} between '0001-01-01' and '9999-12-31 23:59:59'` };
  switch (kind) {
    case "integer":
      return databaseType === "bigint" && form !== "real" ? { isValue: isSafe } : {};
    case "decimal":
      return { isValue: precision === undefined ? isDouble : isNumber };
    case "float":
      return { isValue: isDouble };
    case "date":
      return { isValue: (it) => sql`${it} between '0001-01-01' and '9999-12-31'` };
    case "time":
      return { isValue: (it) => sql`${it} < '24:00'` };
    case "datetime":
      return {
        isValue: (it) => sql`(${it})::timestamp >= '0001-01-01' and (${it})::timestamp < '10000-01-01'`,
      };
    case "instant":
      // By the clock of UTC; that of the call may be a day from it.
      return {
        isValue: (it) => sql`(${it})::timestamp >= '0001-12-31 BC' and (${it})::timestamp < '10000-01-02'`,
      };
    default:
      return {};
  }
}

const isSafe = sqlOf("$1 between -9007199254740991 and 9007199254740991");

/** NaN is greater than all numbers. */
const isDouble = sqlOf("$1 between -1.7976931348623157e308 and 1.7976931348623157e308");
const isNumber = sqlOf("$1 <> 'NaN'");

export const postgresSourceForms: SourceForms = withTests(forms, isValue);

/** Texts compare by code points, as everywhere, and an empty one is blank. */
const asText = sqlOf(`nullif(($1)::text collate "C", '')`);

/** A collation may call texts equal that differ. */
const isExactly = sqlOf('($1)::text collate "C" = $2::text');

/** A type of an extension has its operators where it lies itself. */
function likeIn({
  collation,
  isLoose,
  databaseType,
}: ColumnDescription): Pick<SourceForm, "isLike" | "asCompared"> {
  if (!isLoose || collation === undefined) return {};
  const own = new SqlFragment([collation]);
  const [, schema, type] = /^(?:(.+)\.)?(citext|character|bpchar)/u.exec(databaseType) ?? [];
  const equals = new SqlFragment([schema === undefined ? "=" : `operator(${schema}.=)`]);
  const as = new SqlFragment([
    type === undefined
      ? "text"
      : type === "citext"
        ? `${schema === undefined ? "" : `${schema}.`}citext`
        : "bpchar",
  ]);
  const asCompared = (text: SqlFragment) => sql`(((${text})::text collate ${own})::${as})`;
  return { isLike: (column, text) => sql`${column} ${equals} ${asCompared(text)}`, asCompared };
}

function isReadAs(column: SqlFragment, key: SqlFragment): SqlFragment {
  return sql`${isNear(column, sql`${key}::numeric`)} and ${asDouble(column)} = ${asDouble(key)}`;
}

const secondsOf = sqlOf("extract(epoch from $1)::bigint");

/** As JSON; what is no list of ours, with NULL in it or of more dimensions, as it is written. */
function itemsOf(list: SqlFragment): SqlFragment {
  const isList = sql`array_ndims(${list}) = 1 and array_position(${list}, null) is null`;
  return sql`(case when ${isList} then to_json(${list})::text when ${list} <> '{}' then ${list}::text end) collate "C"`;
}

const itemsIn = sqlOf("json_array_elements_text($1::json) with ordinality");
const isOne = sqlOf("($1 = B'1')");
const asBit = sqlOf("$1::integer::bit(1)");
const asBigint = sqlOf("($1)::bigint");

function seekAs(type: string): Pick<SourceForm, "seek"> {
  return { seek: as(type) };
}

function as(type: string): (parameter: SqlFragment) => SqlFragment {
  return (parameter) => sql`${parameter}::${new SqlFragment([type])}`;
}

/** Moments as texts, which are exact: those with a time zone as UTC. */
const MOMENT_TEXTS: Readonly<Partial<Record<ValueKind, SourceForm>>> = {
  datetime: {
    read: (it) => sql`replace((${it})::text, ' ', 'T') collate "C"`,
    ...seekAs("timestamp"),
    accepts: (value) => isMomentText(String(value)) && !String(value).endsWith("Z"),
  },
  instant: {
    read: (it) => sql`(replace((${it} at time zone 'UTC')::text, ' ', 'T') || 'Z') collate "C"`,
    ...seekAs("timestamptz"),
    accepts: (value) => isMomentText(String(value)) && String(value).endsWith("Z"),
  },
  time: {
    read: (it) => sql`(${it})::text collate "C"`,
    ...seekAs("time"),
    accepts: (value) => isMomentText(String(value), true),
  },
};

/** What texts of other kinds are like that the database takes. */
const TEXTS_OF: Readonly<Partial<Record<ValueKind, Pick<SourceForm, "accepts">>>> = {
  decimal: { accepts: (value) => isNumberText(String(value)) || NO_NUMBER.test(String(value)) },
  float: { accepts: (value) => isNumberText(String(value)) || NO_NUMBER.test(String(value)) },
  date: { accepts: (value) => /^(?:-?infinity|\d{4,}-\d\d-\d\d(?: BC)?)$/u.test(String(value)) },
  boolean: { accepts: (value) => /^(?:true|false|[01])$/u.test(String(value)) },
};

const NO_NUMBER = /^(?:NaN|-?Infinity)$/u;

/** Whether a column lies within the second of the parameter, such that its index serves. */
function beginsWith(seek: (parameter: SqlFragment) => SqlFragment): NonNullable<SourceForm["matches"]> {
  return (column, second) =>
    sql`${column} between ${seek(second)} and ${seek(second)} + interval '0.999999 second'`;
}

/** The instant of a reading of the clock of UTC. */
const atUtc = sqlOf("($1::timestamp at time zone 'UTC')");

const NUMBERS: ReadonlySet<ValueKind> = new Set(["integer", "decimal", "float"]);

/** An instant as a number of seconds, or of parts of one, since 1970. What lies beyond the calendar is an infinity. */
function countedIn(parts: SqlFragment): SourceForm {
  const read = (it: SqlFragment) => sql`floor(${it}::numeric / ${parts})`;
  const count = (it: SqlFragment) => sql`(extract(epoch from ${atUtc(it)})::bigint * ${parts})`;
  return {
    read: (it) =>
      sql`(case when ${it} is null then null when ${read(it)} between -62135596800 and 253402300799 then to_timestamp(${read(it)}::double precision) at time zone 'UTC' else 'infinity'::timestamp end)`,
    write: count,
    matches: (column, second) =>
      sql`${column} >= ${count(second)} and ${column} < ${count(second)} + ${parts}`,
    instantIn: (timeZone) => ({ widen: (it) => onClockOf(timeZone)(atUtc(it)), heldAs: "instants" }),
  };
}

/** A reading of the clock of UTC that is sent as ISO text, where the year before the first one is 0. */
function sentClock(iso: SqlFragment): SqlFragment {
  const inYear2000 = sql`('2000' || substr(${iso}::text, 5))::timestamp`;
  return sql`(case when ${iso}::text like '0000-%' then ${inYear2000} - interval '2000 years' else ${iso}::text::timestamp end)`;
}

function asItIs(column: SqlFragment): SqlFragment {
  return column;
}

/** What the clock of a zone shows at an instant. PostgreSQL reads an offset such as `+07:00` the other way round where it is no interval. */
function onClockOf(timeZone: string): (column: SqlFragment) => SqlFragment {
  const zone = sqlParameter(timeZone);
  const typed = /^[+-]/u.test(timeZone) ? sql`${zone}::interval` : sql`${zone}::text`;
  return (column) => sql`date_trunc('second', ${column} at time zone ${typed})`;
}

/** The types of columns whose seconds have no fractions. */
const WHOLE_SECONDS = /^time(?:stamp)?\(0\)/u;

const wholeSecond = sqlOf("date_trunc('second', $1)");
const wholeTime = sqlOf("(date_trunc('second', $1)::time)");

/** The number that a column of 32 bits was given, and not its neighbour among those of 64. */
const shortest = sqlOf("(($1)::text::double precision)");

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
