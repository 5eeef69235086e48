import {
  comparedColumn,
  heldDecimal,
  type IsoFamily,
  joinSql,
  type Moments,
  type NativeFunction,
  type SqlDialect,
  SqlFragment,
  type SqlTerm,
  type StoredForm,
  sql,
  sqlName,
  sqlParameter,
} from "@tablewright/store-sql";
import { typeName } from "./types.ts";

/**
 * PostgreSQL with UTF-8, on a schema that has some of the functions of
 * `nativeFunctions`, each under the name that `functions` gives. What needs another one stays with the engine.
 */
export function postgresWith(functions: PostgresFunctions): SqlDialect {
  const call: Call = (name, values) => {
    const native = functions[name];
    return native === undefined ? undefined : sql`${sqlName(native)}(${joinSql(values, ", ")})`;
  };
  const asDecimal = (value: SqlTerm) => decimalOf(value) ?? call("decimal", [value.sql]);
  const seek = seekWith(asDecimal);
  return {
    ...postgres,
    native: (name, values) => NATIVES[name]?.(call, values),
    sum: (value) => {
      const decimal = asDecimal(value);
      return decimal && call("double", [sql`coalesce(sum(${decimal}), 0)`]);
    },
    total: (value) => {
      const decimal = asDecimal(value);
      return decimal && sql`(sum(${decimal}))::text`;
    },
    mean: (value) => {
      const decimal = asDecimal(value);
      const sum = decimal && call("nearest", [sql`sum(${decimal})`]);
      return sum && call("over", [sum, postgres.asReal(sql`count(${decimal})`)]);
    },
    asDecimal,
    seek,
    ...(functions.fold === undefined ? {} : folding(call, seek)),
    quotient: (left, right) => call("over", [left, right]),
  };
}

/** Functions of the schema by what they compute; a missing one is not there. */
export type PostgresFunctions = Readonly<Partial<Record<PostgresFunction, string>>>;

/**
 * `substitute` and `tooLong` raise an error of the state `TW001` for a text that is longer than its limit. `plus` …
 * `remainder` are the arithmetic of decimals, `over` the quotient of doubles, NULL where the result is not finite, as
 * PostgreSQL makes an error of what overflows; `decimal` is a double as the decimal it stands for, and `double` the way
 * back, rounded to 15 digits, and `nearest` without that; both NULL beyond all doubles.
 */
export type PostgresFunction =
  | "fold"
  | "lower"
  | "upper"
  | "substitute"
  | "tooLong"
  | "canonical"
  | "round"
  | "numberText"
  | "plus"
  | "minus"
  | "times"
  | "remainder"
  | "over"
  | "decimal"
  | "nearest"
  | "double";

/** Dates and times of PostgreSQL's own types. */
const moments: Moments = {
  bound: (iso, family) => sql`${sqlParameter(iso)}::${typeOf(family)}`,
  blank: (family) => sql`null::${typeOf(family)}`,
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

function typeOf(family: StoredForm): SqlFragment {
  return new SqlFragment([typeName(family)]);
}

/** PostgreSQL without any function of ours: its own fold differs, and doubles that overflow are errors. */
export const postgres: SqlDialect = {
  placeholder: (position) => `$${position}`,
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  bound: (value, form) => TYPED[form](sqlParameter(value)),
  blank: (form) => (form === "boolean" ? sql`null::boolean` : TYPED[form](sql`null`)),
  isSame: (left, right) => sql`${left} is not distinct from ${right}`,
  moments,
  boundDecimal: (value) => sql`${sqlParameter(value)}::numeric`,
  countOf: (family, moment) => countOf[family](moment),
  isoOf: (family, count) => momentOf[family](count),
  asInteger: (value) => sql`cast(${value} as bigint)`,
  asReal: (value) => sql`cast(${value} as double precision)`,
  asText: (integer) => sql`cast(${integer} as text)`,
  wholeQuotient: (left, right) => sql`${left} / ${right}`,
  cutFraction: (value) => sql`trunc(${value})`,
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

/** Texts need a fold; all else an index finds as it is. */
function seekWith(asDecimal: (value: SqlTerm) => SqlFragment | undefined): NonNullable<SqlDialect["seek"]> {
  return (column, value) => {
    if (column.form !== value.form || column.form === "text") return undefined;
    const lookup = heldDecimal(column) === undefined ? value.sql : asDecimal(value);
    return lookup && [comparedColumn(column), lookup];
  };
}

/** How many characters of a fold stand in an index, which takes no more than 2,704 bytes. */
export const INDEXED_CHARACTERS = 256;

/** What an index on the fold of a text holds; conditions ask for it, so that the index serves them. */
export function indexedFold(fold: SqlFragment): SqlFragment {
  return sql`left(${fold}, ${new SqlFragment([String(INDEXED_CHARACTERS)])})`;
}

/** Compares folds by code points, whatever the database's own rules of language. */
function folding(call: Call, seek: NonNullable<SqlDialect["seek"]>): Partial<SqlDialect> {
  const fold = (text: SqlFragment) => sql`(${call("fold", [text]) as SqlFragment} collate "C")`;
  return {
    fold,
    seek: (column, value, family) => {
      if (column.form !== "text" || family !== "text") return seek(column, value, family);
      return value.form === "text"
        ? [indexedFold(fold(column.sql)), indexedFold(fold(value.sql))]
        : undefined;
    },
    foldedIsAny: (folded, constants) => {
      const wholes = constants.map((one) => TYPED.text(sqlParameter(one)));
      const starts = constants.map((one) =>
        TYPED.text(sqlParameter([...one].slice(0, INDEXED_CHARACTERS).join(""))),
      );
      return sql`${isOneOf(indexedFold(folded), starts)} and ${isOneOf(folded, wholes)}`;
    },
  };
}

/** What needs no function to be exact: the cast takes 15 digits, which a whole number of 16 has more than. */
function decimalOf(term: SqlTerm): SqlFragment | undefined {
  const { sql: value, form } = term;
  const held = heldDecimal(term);
  if (held !== undefined) return held;
  if (form === "integer" || form === "count") return sql`(${value})::numeric`;
  if (form !== "canonical") return undefined;
  return sql`case when abs(${value}) between 1e15 and 1e16 then (${value})::bigint::numeric else (${value})::numeric end`;
}

function isOneOf(value: SqlFragment, items: readonly SqlFragment[]): SqlFragment {
  const [only] = items;
  return items.length === 1
    ? sql`${value} = ${only as SqlFragment}`
    : sql`${value} in (${joinSql(items, ", ")})`;
}

type Call = (name: PostgresFunction, values: readonly SqlFragment[]) => SqlFragment | undefined;

const NATIVES: Partial<
  Record<NativeFunction, (call: Call, values: readonly SqlFragment[]) => SqlFragment | undefined>
> = {
  fold: (call, values) => {
    const folded = call("fold", values);
    return folded && sql`(${folded} collate "C")`;
  },
  upper: (call, values) => call("upper", values),
  trim: (_, [text]) => text && sql`nullif(btrim(regexp_replace(${text}, ' {2,}', ' ', 'g'), ' '), '')`,
  lower: (call, values) => call("lower", values),
  substitute: (call, values) => call("substitute", values),
  tooLong: (call, values) => call("tooLong", values),
  canonical: (call, values) => call("canonical", values),
  round: (call, [x, scale]) => x && scale && call("round", [x, sql`(${scale})::bigint`]),
  plus: (call, values) => call("plus", values),
  minus: (call, values) => call("minus", values),
  times: (call, values) => call("times", values),
  remainder: (call, values) => call("remainder", values),
  numberText: (call, values) => call("numberText", values),
};

const TYPED: Readonly<Record<"text" | "integer" | "real", (hole: SqlFragment) => SqlFragment>> = {
  text: (hole) => sql`${hole}::text`,
  integer: (hole) => sql`${hole}::bigint`,
  real: (hole) => sql`${hole}::double precision`,
};
