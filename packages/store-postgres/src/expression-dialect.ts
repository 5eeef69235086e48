import type { ValueForm } from "@tablewright/core/storage";
import {
  columnTerm,
  comparedColumn,
  heldColumn,
  heldDecimal,
  joinSql,
  type LookupList,
  type NativeFunction,
  phrase,
  postgres,
  type RowInSql,
  type SqlColumn,
  type SqlDialect,
  SqlFragment,
  type SqlTerm,
  type SqlValue,
  type StoredForm,
  sql,
  sqlName,
  sqlOf,
  sqlParameter,
  sqlText,
} from "@tablewright/store-sql";
import { nativeTypeName } from "./types.ts";

/**
 * PostgreSQL with UTF-8, on a schema that has some of the functions of
 * `nativeFunctions`, each under the name that `functions` gives. What needs another one stays with the engine.
 */
export function postgresWith(functions: PostgresFunctions): SqlDialect {
  const call: Call = (name, values) => {
    const native = functions[name as PostgresFunction];
    return native === undefined ? undefined : sql`${sqlName(native)}(${joinSql(values, ", ")})`;
  };
  const asDecimal = (value: SqlTerm) => decimalOf(value) ?? call("decimal", [value.sql]);
  const seek = seekWith(asDecimal);
  return {
    ...postgres,
    jsonMember,
    native: (name, values) => (NATIVES[name] ?? ((call, values) => call(name, values)))(call, values),
    aggregate: (name, value) => {
      const decimal = asDecimal(value);
      if (decimal === undefined) return undefined;
      if (name === "total") return sql`(sum(${decimal}))::text`;
      if (name === "sum") return call("double", [sql`coalesce(sum(${decimal}), 0)`]);
      const sum = call("nearest", [sql`sum(${decimal})`]);
      return sum && call("over", [sum, phrase(postgres, "asReal", sql`count(${decimal})`)]);
    },
    asDecimal,
    seek,
    ...(functions.fold === undefined ? {} : folding(call, seek)),
  };
}

function jsonMember(
  json: SqlFragment,
  path: readonly string[],
  form: ValueForm,
  isIndexed: boolean,
): SqlFragment | undefined {
  const member = (name: string) => (isIndexed ? sqlText(name) : postgres.bound(name, "text"));
  const value = path.reduce((part, name) => sql`${part} -> ${member(name)}`, json);
  const text = sql`(${value}) #>> '{}'`;
  const number = sql`(${value})::numeric`;
  const when = (type: string, then: SqlFragment) =>
    sql`(case when jsonb_typeof(${value}) = ${new SqlFragment([`'${type}'`])} then ${then} end)`;
  switch (form) {
    case "text":
      return sql`(case when jsonb_typeof(${value}) in ('string', 'number', 'boolean') then ${text} end)`;
    case "integer":
      return when(
        "number",
        sql`case when abs(${number}) < 9007199254740992 and ${number} % 1 = 0 then (${number})::bigint end`,
      );
    case "real":
      return when("number", sql`(${value})::double precision`);
    case "boolean":
      return when("boolean", sql`(${value})::boolean`);
    case "date":
      return sql`(${momentIn(value, sql`'$.datetime("YYYY-MM-DD")'`)})::date`;
    case "time":
      return sql`(${momentIn(value, sql`'$.datetime("HH24:MI:SS")'`)})::time`;
    case "datetime":
      return sql`(${momentIn(value, sql`'$.datetime("YYYY-MM-DD\\"T\\"HH24:MI:SS")'`)})::timestamp`;
    default:
      return undefined;
  }
}

/** The text of a date or time, NULL for a text that is none, which a cast would make an error of. */
const momentIn = sqlOf("jsonb_path_query_first($1, $2, '{}', true) #>> '{}'");

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

/** Texts need a fold; all else an index finds as it is. */
function seekWith(asDecimal: (value: SqlTerm) => SqlFragment | undefined): NonNullable<SqlDialect["seek"]> {
  return (column, value) => {
    if (column.form !== value.form || column.form === "text") return undefined;
    const lookup = heldDecimal(column) === undefined ? value.sql : asDecimal(value);
    return lookup && [comparedColumn(column), lookup];
  };
}

/** How many characters of a fold stand in an index, which takes no more than 2,704 bytes. */
const INDEXED_CHARACTERS = 256;

/** What an index on the fold of a text holds; conditions ask for it, so that the index serves them. */
export function indexedFold(fold: SqlFragment): SqlFragment {
  return sql`left(${fold}, ${new SqlFragment([String(INDEXED_CHARACTERS)])})`;
}

/** Compares folds by code points, whatever the database's own rules of language. */
function folding(call: Call, seek: NonNullable<SqlDialect["seek"]>): Partial<SqlDialect> {
  const fold = (text: SqlFragment) => sql`(${call("fold", [text]) as SqlFragment} collate "C")`;
  return {
    seek: (column, value, family) => {
      if (column.form !== "text" || family !== "text") return seek(column, value, family);
      return value.form === "text"
        ? [indexedFold(fold(column.sql)), indexedFold(fold(value.sql))]
        : undefined;
    },
    foldedIsAny: (folded, constants) => {
      const isAny = (value: SqlFragment, texts: readonly string[]) =>
        isOneOf(
          value,
          texts.map((one) => postgres.bound(one, "text")),
        );
      return isFoldOf(folded, constants, isAny);
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

type Call = (
  name: PostgresFunction | NativeFunction,
  values: readonly SqlFragment[],
) => SqlFragment | undefined;

/** Those that are said in another way than by the function of their name. */
const NATIVES: Partial<
  Record<NativeFunction, (call: Call, values: readonly SqlFragment[]) => SqlFragment | undefined>
> = {
  fold: (call, values) => {
    const folded = call("fold", values);
    return folded && sql`(${folded} collate "C")`;
  },
  trim: (_, [text]) => text && sql`nullif(btrim(regexp_replace(${text}, ' {2,}', ' ', 'g'), ' '), '')`,
  round: (call, [x, scale]) => x && scale && call("round", [x, sql`(${scale})::bigint`]),
  nearest: () => undefined, // the function of this name takes decimals
};

/**
 * Whether a row's column equals one of the values, by the language's equality and such that an index on the column
 * serves. Undefined for texts where nothing folds them. One shape, however many values there are.
 */
export function inListInSql(
  { family, values, hasBlank }: LookupList,
  column: SqlColumn,
  { alias }: RowInSql,
  { native }: SqlDialect,
): SqlFragment | undefined {
  const value = columnTerm(alias, column);
  if (value === undefined || value.form === "real") return undefined;
  const name = comparedColumn(value);
  const folded = family === "text" ? native?.("fold", [name]) : undefined;
  if (family === "text" && folded === undefined) return undefined;
  const indexed = folded === undefined ? name : indexedFold(folded);
  const isFound =
    folded === undefined
      ? isAnyOf(name, values, heldDecimal(value) === undefined ? typeOf(value.form, column.form) : "numeric")
      : isFoldOf(folded, values.map(String), (value, texts) => isAnyOf(value, texts, "text"));
  const held = folded === undefined ? heldColumn(value) : indexed;
  return hasBlank ? sql`((${isFound}) or ${held} is null)` : sql`(${isFound})`;
}

/** Whether a fold is one of some, asked of what an index holds; only where that is not all of a text is the row's own text folded. */
function isFoldOf(
  folded: SqlFragment,
  texts: readonly string[],
  isAny: (value: SqlFragment, texts: readonly string[]) => SqlFragment,
): SqlFragment {
  const starts = texts.map((one) => [...one].slice(0, INDEXED_CHARACTERS));
  const isStart = isAny(indexedFold(folded), [...new Set(starts.map((start) => start.join("")))]);
  if (starts.every(({ length }) => length < INDEXED_CHARACTERS)) return isStart;
  return sql`${isStart} and ${isAny(folded, texts)}`;
}

/** Numbers that are computed with are doubles. */
function typeOf(form: SqlTerm["form"], stored: StoredForm): string {
  return form === "canonical" ? "double precision" : nativeTypeName(stored);
}

function isAnyOf(value: SqlFragment, values: readonly SqlValue[], type: string): SqlFragment {
  const list = sqlParameter(`{${values.map((one) => written(one, type)).join(",")}}`);
  return sql`${value} = any(${list}::${new SqlFragment([`${type}[]`])})`;
}

/** A value as the text of an array has it. */
function written(value: SqlValue, type: string): string {
  if (typeof value === "string") return `"${value.replace(/[\\"]/g, "\\$&")}"`;
  return type === "boolean" ? String(value === 1) : String(value);
}
