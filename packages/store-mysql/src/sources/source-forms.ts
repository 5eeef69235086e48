import {
  type ColumnDescription,
  isMomentText,
  isNear,
  isNumberText,
  isOneOf,
  isWholeNumberText,
  partsOfSecond,
  type SourceForm,
  type SourceForms,
  SqlFragment,
  type SqlValue,
  type StoredForm,
  sql,
  sqlOf,
  type ValueKind,
  withTests,
} from "@tablewright/store-sql";

/** Texts compare by code points, whatever the column's own collation; its index serves where a key is looked up. */
const forms: SourceForms = {
  text: (column) => {
    if (column.kind === "enum") return { read: asText, accepts: isOneOf(column) };
    if (column.kind === "integer")
      return {
        ...{ read: asText, seek: asWhole, isConverted: true },
        accepts: (value) => isWholeNumberText(withoutZeros(String(value), column), true),
      };
    if (column.kind === "text") return { read: asText, isExactly, ...seekIn(column), ...likeIn(column) };
    if (["uuid", "json"].includes(column.kind)) return { read: asText };
    return MOMENT_TEXTS[column.kind] ?? textOf(column);
  },
  integer: ({ kind, scale, databaseType }) => {
    // A year is compared with 6 as with 2006.
    if (databaseType.startsWith("year")) return { read: asSigned };
    if (databaseType.startsWith("bigint") && databaseType.includes("unsigned")) return { isOpaque: true };
    const isWhole = kind === "integer" || kind === "boolean" || (kind === "decimal" && scale === 0);
    return isWhole ? { widen: asSigned } : undefined;
  },
  real: ({ kind, precision, databaseType, digits }) => {
    const isShort = precision !== undefined && precision <= 15;
    // What a sub-select gives of numbers without a sign would be cast as if they had one.
    if (databaseType.startsWith("bigint") && databaseType.includes("unsigned"))
      return {
        ...{ read: asWhole, widen: asDouble, heldAs: "long decimals" },
        ...{ hasAnyDigits: true, matches: isReadAs },
      };
    if ((kind === "integer" && digits !== undefined) || (kind === "decimal" && !isShort))
      return { widen: asDouble, heldAs: "long decimals", hasAnyDigits: true, matches: isReadAs };
    if (kind === "integer")
      return databaseType.startsWith("bigint")
        ? { widen: asDouble, hasAnyDigits: true, matches: isReadAs }
        : { widen: asDouble };
    if (kind === "decimal") return { read: asDouble };
    if (kind !== "float") return undefined;
    return databaseType.startsWith("float") ? singleFloat : { hasAnyDigits: true };
  },
  boolean: ({ kind, databaseType }) => {
    if (kind !== "boolean" && kind !== "integer") return undefined;
    return databaseType.startsWith("bit") ? { read: asSigned } : {};
  },
  date: (column) =>
    column.kind === "date"
      ? {
          read: (it) => sql`nullif(date_format(${it}, '%Y-%m-%d'), '0000-00-00')`,
          ...zeroIn(column, sql`'0000-00-00'`),
        }
      : undefined,
  time: (column) =>
    column.kind === "time"
      ? { read: (it) => sql`time_format(${it}, '%H:%i:%s')`, ...withinSecond(column, "time") }
      : undefined,
  datetime: (column) => {
    const parts = partsOfSecond(column);
    if (parts !== undefined)
      return NUMBERS.has(column.kind) ? countedIn(new SqlFragment([String(parts)])) : undefined;
    return column.kind === "datetime" || column.kind === "instant"
      ? {
          read: (it) => sql`nullif(date_format(${it}, '%Y-%m-%dT%H:%i:%s'), '0000-00-00T00:00:00')`,
          ...withinSecond(column, "datetime"),
          ...zeroIn(column, sql`'0000-00-00 00:00:00'`),
          ...(column.kind === "instant" || column.instant ? { instantIn: isOnClockOf } : {}),
        }
      : undefined;
  },
  duration: ({ kind, hasFractions }) => {
    if (kind === "integer") return { widen: asSigned };
    if (kind !== "time") return undefined;
    return {
      read: secondsOf,
      write: asTime,
      ...(hasFractions ? { matches: isOfSeconds } : { seek: asTime }),
    };
  },
  json: ({ kind, nullable }) => {
    if (kind === "json" || kind === "text") return { read: asText, isOpaque: true };
    if (kind !== "list") return undefined;
    return { read: itemsOf, write: asSet, isOpaque: true, ...(nullable ? {} : { blank: sql`''` }) };
  },
};

/** The session has the clock of UTC, and a server need not know other ones. */
const isOnClockOf: NonNullable<SourceForm["instantIn"]> = (timeZone) =>
  timeZone === "UTC" ? {} : { heldAs: "instants", isOpaque: true };

/** MariaDB and MySQL write the present moment for a NULL in a `TIMESTAMP` that takes none. */
function testsOf(form: StoredForm, column: ColumnDescription): SourceForm {
  const isReplaced = column.databaseType.startsWith("timestamp") && !column.nullable;
  const rejects = isReplaced && !(form === "datetime" && hasZeroDefault(column));
  return { ...isValue(form, column), ...(rejects ? { rejectsBlank: true } : {}) };
}

/** What a column may hold that has no counterpart: whole numbers of 64 bits, dates without a month or a day, spans of time. */
function isValue(form: StoredForm, { kind, databaseType }: ColumnDescription): SourceForm {
  if (form === "boolean" && !databaseType.startsWith("bit")) return { isValue: (it) => sql`${it} in (0, 1)` };
  if (form === "integer" || form === "duration")
    return databaseType.startsWith("bigint") || kind === "decimal" ? { isValue: isSafe } : {};
  if (form === "time") return { isValue: (it) => sql`char_length(${it}) = 8 and ${it} < '24'` };
  return form === "date" || form === "datetime"
    ? { isValue: (it) => sql`${it} >= '0001' and ${it} like '____-%' and ${it} not like '%-00%'` }
    : {};
}

const NUMBERS: ReadonlySet<ValueKind> = new Set(["integer", "decimal", "float"]);

/** An instant as a number of seconds, or of parts of one, since 1970. What lies beyond the calendar is read as the number. */
function countedIn(parts: SqlFragment): SourceForm {
  const count = (it: SqlFragment) => sql`(timestampdiff(second, '1970-01-01', ${it}) * ${parts})`;
  return {
    read: (it) =>
      sql`coalesce(date_format('1970-01-01' + interval floor(${it} / ${parts}) second, '%Y-%m-%dT%H:%i:%s'), cast(${it} as char))`,
    write: count,
    matches: (column, second) =>
      sql`${column} >= ${count(second)} and ${column} < ${count(second)} + ${parts}`,
    instantIn: isOnClockOf,
  };
}

const isSafe = sqlOf("$1 between -9007199254740991 and 9007199254740991");

export const mysqlSourceForms: SourceForms = withTests(forms, testsOf);

const momentText: SourceForm = {
  read: (it) => sql`date_format(${it}, '%Y-%m-%dT%H:%i:%s.%f')`,
  accepts: (value) => isMomentText(String(value)) && !String(value).endsWith("Z"),
};

/** Moments as texts, which are exact. */
const MOMENT_TEXTS: Readonly<Partial<Record<ValueKind, SourceForm>>> = {
  datetime: momentText,
  instant: momentText,
  time: {
    read: (it) => sql`time_format(${it}, '%H:%i:%s.%f')`,
    accepts: (value) => isMomentText(String(value), true),
  },
};

/** The zero date is blank, and is what is written for a blank where the database has it as the default of a column that takes no NULL. */
function zeroIn(column: ColumnDescription, zero: SqlFragment): SourceForm {
  return hasZeroDefault(column) ? { blank: zero } : {};
}

function hasZeroDefault({ nullable, default: value = "" }: ColumnDescription): boolean {
  return !nullable && value.includes("0000-00-00");
}

/** A column whose seconds have fractions has a key where it lies within its second, which an index finds. */
function withinSecond({ databaseType }: ColumnDescription, type: "time" | "datetime"): SourceForm {
  if (!/\([1-6]\)/u.test(databaseType)) return {};
  const cast = new SqlFragment([type]);
  return {
    matches: (column, second) =>
      sql`${column} between cast(${second} as ${cast}) and cast(concat(${second}, '.999999') as ${cast}(6))`,
  };
}

/** Such as 7 of 0007, which a column with `zerofill` has. */
function withoutZeros(number: string, { databaseType }: ColumnDescription): string {
  return databaseType.includes("zerofill") ? number.replace(/^0+(?=\d)/u, "") : number;
}

/** In the characters and the collation of the session. An empty text is blank. */
const asText = sqlOf("nullif(cast($1 as char), '')");

/** A value of another type as its text. */
function textOf({ kind, databaseType }: ColumnDescription): SourceForm {
  const { read = asText, ...form } = textFormOf(databaseType, kind);
  return { ...form, read, isConverted: true, matches: (column, key) => sql`${read(column)} = ${key}` };
}

function textFormOf(databaseType: string, kind: ValueKind): SourceForm {
  const accepts = (value: SqlValue) => isNumberText(String(value));
  if (databaseType.startsWith("float")) return { read: (it) => asText(asDouble(it)), accepts };
  if (databaseType.startsWith("bit"))
    return { read: (it) => asText(sql`(${it} + 0)`), write: (it) => sql`cast(${it} as unsigned)`, accepts };
  if (kind === "binary")
    return {
      read: (it) => sql`concat('0x', nullif(hex(${it}), ''))`,
      write: (it) => sql`unhex(substr(${it}, 3))`,
    };
  if (/^(?:geom|point|linestring|polygon|multi)/u.test(databaseType))
    return { read: (it) => sql`st_astext(${it})`, write: (it) => sql`st_geomfromtext(${it})` };
  return kind === "decimal" || kind === "float" ? { accepts } : {};
}

/** Every other collation than the session's may call texts equal that differ. */
function isExactly(column: SqlFragment, key: SqlFragment): SqlFragment {
  return sql`${asText(column)} = ${key}`;
}

/** The server compares no text with one that has characters which its own set lacks; here they become others. */
function seekIn({ collation = "utf8mb4" }: ColumnDescription): Pick<SourceForm, "seek"> {
  const [characters = ""] = collation.split("_");
  if (characters === "utf8mb4") return {};
  const set = new SqlFragment([characters]);
  const own = new SqlFragment([collation]);
  return { seek: (parameter) => sql`convert(${parameter} using ${set}) collate ${own}` };
}

function likeIn({ collation, isLoose }: ColumnDescription): Pick<SourceForm, "isLike" | "asCompared"> {
  if (!isLoose || collation === undefined) return {};
  const set = new SqlFragment([collation.split("_")[0] ?? ""]);
  const own = new SqlFragment([collation]);
  const asCompared = (text: SqlFragment) => sql`convert(${text} using ${set}) collate ${own}`;
  const isEqual = (column: SqlFragment, text: SqlFragment) => sql`${column} = ${asCompared(text)}`;
  if (collation.startsWith("utf8mb4")) return { isLike: isEqual, asCompared };
  // A character that the set lacks becomes a question mark.
  const isWhole = (text: SqlFragment) => sql`convert(convert(${text} using ${set}) using utf8mb4) = ${text}`;
  return { isLike: (column, text) => sql`${isEqual(column, text)} and ${isWhole(text)}`, asCompared };
}

/** The values of a set as JSON. None of them has a comma. */
function itemsOf(set: SqlFragment): SqlFragment {
  const list = sql`concat('[', replace(cast(json_quote(cast(${set} as char)) as char), ',', '","'), ']')`;
  return sql`case when ${set} <> '' then ${list} end`;
}

/** Of the JSON of a list. What has a comma in an item stays as it is, which is no value of a set. */
function asSet(list: SqlFragment): SqlFragment {
  const joined = sql`cast(json_unquote(replace(substr(${list}, 2, char_length(${list}) - 2), '","', ',')) as char)`;
  const commas = sql`char_length(${list}) - char_length(replace(${list}, ',', ''))`;
  return sql`if(${commas} = json_length(${list}) - 1, ${joined}, ${list})`;
}

/** Whole numbers are computed with 64 bits, and those without a sign with one. */
const asSigned = sqlOf("cast($1 as signed)");
const asDouble = sqlOf("cast($1 as double)");

function isReadAs(column: SqlFragment, key: SqlFragment): SqlFragment {
  const read = asDouble(key);
  return sql`${isNear(column, read)} and ${asDouble(column)} = ${read}`;
}

/**
 * A column of 32 bits. The server shows six digits of such a number, which may have nine, so conditions are left to those who read all
 * of them.
 */
const singleFloat: SourceForm = {
  read: (it) => sql`${it} + 0e0`,
  isSingle: true,
  hasAnyDigits: true,
  isOpaque: true,
  matches: (column, number) => sql`${column} = cast(${number} as float)`,
};

/** A text would be compared by its nearest double. */
const asWhole = sqlOf("cast($1 as decimal(20, 0))");
const secondsOf = sqlOf("cast(truncate(time_to_sec($1), 0) as signed)");

function isOfSeconds(column: SqlFragment, seconds: SqlFragment): SqlFragment {
  return sql`${secondsOf(column)} = ${seconds}`;
}

const asTime = sqlOf("sec_to_time($1)");
