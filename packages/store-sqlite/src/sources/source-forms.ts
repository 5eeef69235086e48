import {
  type ColumnDescription,
  type SourceForm,
  type SqlFragment,
  type StoredForm,
  sql,
} from "@tablewright/store-sql";

/**
 * How a column of another program's table holds the values of a form; undefined where it does not. SQLite takes any value in
 * any column, so dates and times, which are texts by custom alone, are compared by the engine.
 */
export function sourceForm(
  { kind, precision, scale }: ColumnDescription,
  form: StoredForm,
): SourceForm | undefined {
  switch (form) {
    case "text":
      return ["text", "uuid", "enum", "json"].includes(kind)
        ? { read: (it) => sql`nullif(${it}, '')` }
        : undefined;
    case "integer":
    case "duration":
      return kind === "integer" || (kind === "decimal" && scale === 0) ? {} : undefined;
    case "real":
      if (kind === "integer") return { widen: asReal };
      if (kind === "decimal") return { widen: asReal, ...(precision === undefined ? ANY_DIGITS : {}) };
      return kind === "float" ? ANY_DIGITS : undefined;
    case "boolean":
      return kind === "boolean" || kind === "integer" ? {} : undefined;
    case "date":
      return kind === "date" || kind === "text" ? { read: dateOf, isOpaque: true } : undefined;
    case "time":
      return kind === "time" || kind === "text" ? { read: timeOf, isOpaque: true } : undefined;
    case "datetime":
      return ["datetime", "instant", "text"].includes(kind)
        ? { read: momentOf, write: (it) => sql`replace(${it}, 'T', ' ')`, isOpaque: true }
        : undefined;
    case "json":
      return kind === "json" || kind === "text" ? { isOpaque: true } : undefined;
  }
}

const ANY_DIGITS = { hasAnyDigits: true };

function asReal(column: SqlFragment): SqlFragment {
  return sql`cast(${column} as real)`;
}

/** Without a time of midnight, which some programs write. */
function dateOf(column: SqlFragment): SqlFragment {
  return sql`case when substr(${column}, 12) in ('00:00:00', '00:00:00.000', '00:00') then substr(${column}, 1, 10) else ${column} end`;
}

/** With seconds, and without what is below one. */
function timeOf(column: SqlFragment): SqlFragment {
  return sql`case length(${column}) when 5 then ${column} || ':00' else substr(${column}, 1, 8) end`;
}

/** Without what is below a second, and with a T. */
function momentOf(column: SqlFragment): SqlFragment {
  return sql`case when ${column} glob '????-??-??[ T]??:??:??*' then replace(substr(${column}, 1, 19), ' ', 'T') when ${column} glob '????-??-??' then ${column} || 'T00:00:00' else ${column} end`;
}
