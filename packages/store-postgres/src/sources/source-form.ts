import {
  type ColumnDescription,
  type SourceForm,
  SqlFragment,
  type SqlValue,
  type StoredForm,
  sql,
  type ValueKind,
} from "@tablewright/store-sql";

/** How a column of another program's table holds the values of a form; undefined where it does not. */
export function sourceForm(column: ColumnDescription, form: StoredForm): SourceForm | undefined {
  return FORMS[form]?.(column);
}

const FORMS: Readonly<Record<StoredForm, (column: ColumnDescription) => SourceForm | undefined>> = {
  text: (column) => {
    if (column.kind === "text") return { read: asText, ...seekAs("text") };
    if (column.kind === "uuid")
      return { read: asText, ...seekAs("uuid"), accepts: (value) => UUID.test(String(value)) };
    if (column.kind === "enum") {
      const { values = [] } = column;
      const accepts = (value: SqlValue) => values.includes(String(value));
      return { read: asText, accepts, ...seekAs(column.databaseType) };
    }
    return column.kind === "json" ? { read: asText, ...seekAs("text") } : undefined;
  },
  integer: ({ kind, precision, scale }) => {
    if (kind === "integer") return { widen: asBigint, ...seekAs("bigint") };
    const isWhole = kind === "decimal" && scale === 0 && precision !== undefined && precision <= 15;
    return isWhole ? { widen: asBigint, ...seekAs("numeric") } : undefined;
  },
  real: ({ kind, precision }) => {
    if (kind === "integer" || kind === "decimal" || kind === "float") {
      const isExact = kind === "decimal" && precision !== undefined && precision <= 15;
      return {
        widen: (it) => sql`(${it})::double precision`,
        ...(isExact ? {} : { hasAnyDigits: true }),
        ...seekAs(kind === "float" ? "double precision" : "numeric"),
      };
    }
    return undefined;
  },
  boolean: ({ kind }) => (kind === "boolean" ? { ...seekAs("boolean") } : undefined),
  date: ({ kind }) => ofKind(kind, ["date"], written("YYYY-MM-DD"), "date"),
  time: ({ kind }) => ofKind(kind, ["time"], (it) => sql`to_char(${it}, 'HH24:MI:SS') collate "C"`, "time"),
  datetime: ({ kind }) =>
    ofKind(
      kind,
      ["datetime", "instant"],
      written('YYYY-MM-DD"T"HH24:MI:SS'),
      kind === "instant" ? "timestamptz" : "timestamp",
    ),
  duration: ({ kind }) => {
    if (kind === "integer") return { widen: asBigint, ...seekAs("bigint") };
    if (kind !== "interval") return undefined;
    return {
      read: (it) => sql`extract(epoch from ${it})::bigint`,
      write: (it) => sql`make_interval(secs => ${it}::double precision)`,
      seek: (it) => sql`make_interval(secs => ${it}::double precision)`,
    };
  },
  json: ({ kind }) => (kind === "json" || kind === "text" ? { read: asText } : undefined),
};

/** Texts compare by code points, as everywhere, and an empty one is blank. */
function asText(column: SqlFragment): SqlFragment {
  return sql`nullif((${column})::text, '') collate "C"`;
}

function asBigint(column: SqlFragment): SqlFragment {
  return sql`(${column})::bigint`;
}

function seekAs(type: string): Pick<SourceForm, "seek"> {
  return { seek: (parameter) => sql`${parameter}::${new SqlFragment([type])}` };
}

function ofKind(
  kind: ValueKind,
  kinds: readonly ValueKind[],
  read: (column: SqlFragment) => SqlFragment,
  type: string,
): SourceForm | undefined {
  return kinds.includes(kind) ? { read, ...seekAs(type) } : undefined;
}

/** As ISO text; what lies outside our calendar as PostgreSQL writes it, which then reads as no date. */
function written(format: string): (column: SqlFragment) => SqlFragment {
  const text = new SqlFragment([`'${format}'`]);
  return (it) =>
    sql`case when ${it} between '0001-01-01' and '9999-12-31 23:59:59' then to_char(${it}, ${text}) else (${it})::text end collate "C"`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
