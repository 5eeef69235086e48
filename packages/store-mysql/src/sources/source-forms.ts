import { isOneOf, type SourceForms, type SqlFragment, sql } from "@tablewright/store-sql";

/** Texts compare by code points, whatever the column's own collation; its index serves where a key is looked up. */
export const sourceForms: SourceForms = {
  text: (column) => {
    if (column.kind === "enum") return { read: asText, accepts: isOneOf(column) };
    return ["text", "uuid", "json"].includes(column.kind) ? { read: asText } : undefined;
  },
  integer: ({ kind, scale, databaseType }) => {
    // A year is compared with 6 as with 2006.
    if (databaseType.startsWith("year")) return { read: asSigned };
    if (databaseType.startsWith("bigint") && databaseType.includes("unsigned")) return { isOpaque: true };
    const isWhole = kind === "integer" || kind === "boolean" || (kind === "decimal" && scale === 0);
    return isWhole ? { widen: asSigned } : undefined;
  },
  real: ({ kind, precision, databaseType }) => {
    if (kind === "integer") return { widen: asDouble };
    if (kind === "decimal")
      return { read: asDouble, hasAnyDigits: precision === undefined || precision > 15 };
    if (kind !== "float") return undefined;
    return { hasAnyDigits: true, ...(databaseType.startsWith("float") ? { read: shortest } : {}) };
  },
  boolean: ({ kind }) => (kind === "boolean" || kind === "integer" ? {} : undefined),
  date: ({ kind }) => (kind === "date" ? { read: (it) => sql`date_format(${it}, '%Y-%m-%d')` } : undefined),
  time: ({ kind }) => (kind === "time" ? { read: (it) => sql`time_format(${it}, '%H:%i:%s')` } : undefined),
  datetime: ({ kind }) =>
    kind === "datetime" || kind === "instant"
      ? { read: (it) => sql`date_format(${it}, '%Y-%m-%dT%H:%i:%s')` }
      : undefined,
  duration: ({ kind }) => {
    if (kind === "integer") return { widen: asSigned };
    if (kind !== "time") return undefined;
    return { read: (it) => sql`time_to_sec(${it})`, write: asTime, seek: asTime };
  },
  json: ({ kind }) => (kind === "json" || kind === "text" ? { read: asText, isOpaque: true } : undefined),
};

/** In the characters and the collation of the session. An empty text is blank. */
function asText(column: SqlFragment): SqlFragment {
  return sql`nullif(cast(${column} as char), '')`;
}

/** Whole numbers are computed with 64 bits, and those without a sign with one. */
function asSigned(column: SqlFragment): SqlFragment {
  return sql`cast(${column} as signed)`;
}

function asDouble(column: SqlFragment): SqlFragment {
  return sql`cast(${column} as double)`;
}

/** The number that a column of 32 bits was given, and not its neighbour among those of 64. */
function shortest(column: SqlFragment): SqlFragment {
  return sql`cast(cast(${column} as char) as double)`;
}

function asTime(seconds: SqlFragment): SqlFragment {
  return sql`sec_to_time(${seconds})`;
}
