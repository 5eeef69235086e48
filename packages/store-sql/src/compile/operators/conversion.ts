import {
  type ConversionId,
  type ConvertNode,
  FIRST_DAY,
  LAST_DAY,
  SECONDS_PER_DAY,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { bindTerms, countTerm, isIsoFamily } from "../bind-terms.ts";
import { phrase, type SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term, WHOLE } from "../sql-term.ts";

/** A step of the conversion table. */
export function compileConversion(node: ConvertNode, scope: SqlScope): SqlTerm | undefined {
  if (node.operand.type.kind === "List") return scope.stop(node, "a list is no value in SQL");
  const operand = scope.value(node.operand);
  if (operand === undefined) return undefined;
  const result = STEPS[node.conversion.id]?.(operand, node, scope);
  return result ?? scope.stop(node, "this database does not convert such values exactly");
}

type Step = (value: SqlTerm, node: ConvertNode, scope: SqlScope) => SqlTerm | undefined;

const factsOf = ({ isNullable, mayThrow }: SqlTerm) => ({ isNullable, mayThrow });

const STEPS: Readonly<Partial<Record<ConversionId, Step>>> = {
  "to text": (value, node, scope) => toText(value, node, scope),
  "number to whole number": (value, _, scope) => cutFraction(value, scope),
  same: (value) => value,
  "date to datetime": (value, _, { dialect }) => {
    const date = asMoment(value, "date", dialect);
    return term("moment", phrase(dialect, "startOf", date.sql), factsOf(value));
  },
  "time to datetime": (value, _, { dialect }) => {
    const time = asMoment(value, "time", dialect);
    return term("moment", phrase(dialect, "onDayZero", time.sql), factsOf(value));
  },
  "datetime to date": (value, _, { dialect }) => {
    const at = asMoment(value, "datetime", dialect);
    return term("moment", phrase(dialect, "dateOf", at.sql), factsOf(value));
  },
  "text to moment": (value, node, scope) => readMoment(value, "temporal", node, scope),
  "text to date": (value, node, scope) => readMoment(value, "date", node, scope),
  "text to datetime": (value, node, scope) => readMoment(value, "datetime", node, scope),
  "text to time": (value, node, scope) => readMoment(value, "time", node, scope),
  "text to duration": (value, node, scope) => readMoment(value, "duration", node, scope),
  "yes/no to number": (value) =>
    term("integer", sql`case when ${value.sql} then 1 when not ${value.sql} then 0 end`, factsOf(value)),
};

/** Only functions that count take such a number, and none counts further than a whole number can. */
function cutFraction(value: SqlTerm, scope: SqlScope): SqlTerm | undefined {
  const { dialect } = scope;
  if (value.form === "integer") return value;
  const exact = value.form === "canonical" ? value.sql : dialect.native?.("canonical", [value.sql]);
  const [least, most] = WHOLE.map((bound) => dialect.bound(bound, "integer")) as [SqlFragment, SqlFragment];
  if (exact === undefined) return undefined;
  return bindTerms(
    [{ ...value, sql: exact, isSimple: value.isSimple && exact === value.sql }],
    scope,
    ([bound]) => {
      const x = (bound as SqlTerm).sql;
      const cut = phrase(dialect, "asInteger", phrase(dialect, "cutFraction", x));
      const text = sql`case when ${x} >= ${most} then ${most} when ${x} <= ${least} then ${least} else ${cut} end`;
      return term("integer", text, factsOf(value));
    },
  );
}

/** A text read as a date or time in the caller's Locale and time zone; blank where it reads as none. */
function readMoment(value: SqlTerm, family: string, _: ConvertNode, scope: SqlScope): SqlTerm | undefined {
  const { dialect, request } = scope;
  const { locale, timeZone } = request.context;
  const parts = [family, locale, timeZone].map((word) => dialect.bound(word, "text"));
  const read = dialect.native?.("readMoment", [value.sql, ...parts]);
  if (read === undefined) return undefined;
  const target = family === "temporal" ? "datetime" : family;
  const count = term("count", phrase(dialect, "asInteger", read), { mayThrow: value.mayThrow });
  return asMoment(count, target, dialect);
}

/** The text of a value where text is built. */
function toText(value: SqlTerm, node: ConvertNode, scope: SqlScope): SqlTerm | undefined {
  const { dialect, request } = scope;
  switch (value.form) {
    case "text":
      return value;
    case "integer":
      return term("text", phrase(dialect, "asText", value.sql), {
        ...factsOf(value),
        longest: LONGEST_WHOLE,
      });
    case "canonical":
    case "real": {
      const text = dialect.native?.("numberText", [value.sql]);
      return text && term("text", text, { ...factsOf(value), longest: LONGEST_DECIMAL });
    }
    case "boolean":
      return term("text", sql`case when ${value.sql} then 'TRUE' when not ${value.sql} then 'FALSE' end`, {
        ...factsOf(value),
        longest: 5,
      });
    default: {
      const family = valueFamilyOf(node.operand.type);
      const count = asCount(value, family, dialect);
      const words = [family, request.context.locale].map((word) => dialect.bound(word, "text"));
      const text = dialect.native?.("momentText", [count.sql, ...words]);
      return text && term("text", text, { ...factsOf(value), longest: LONGEST_MOMENT });
    }
  }
}

/** A sign and 19 digits. */
const LONGEST_WHOLE = 20;

/** A double has no more than 309 digits before its point and 324 noughts after, with 15 digits that count. */
const LONGEST_DECIMAL = 350;

/** Of a date, a time or a duration in any Locale. */
const LONGEST_MOMENT = 64;

/** A date, time or duration as the integer that the evaluator has for it. */
export function asCount(value: SqlTerm, family: string, dialect: SqlDialect): SqlTerm {
  if (value.form !== "moment" || !isIsoFamily(family)) return value;
  if (typeof value.constant === "number") return countTerm(value.constant, dialect);
  const { constant: _, ...others } = value;
  if (value.constant === null) return { ...value, form: "count", range: COUNTS[family] };
  return {
    ...others,
    form: "count",
    sql: phrase(dialect, COUNT_OF[family], value.sql),
    isSimple: false,
    range: COUNTS[family],
  };
}

/** A date or time as columns keep it; a count must lie within the calendar. */
export function asMoment(value: SqlTerm, family: string, dialect: SqlDialect): SqlTerm {
  if (value.form !== "count" || !isIsoFamily(family)) return value;
  const { constant: _, ...others } = value;
  if (value.constant === null) return { ...value, form: "moment" };
  return {
    ...others,
    form: "moment",
    sql: phrase(dialect, OF_COUNT[family], value.sql),
    isSimple: false,
    range: WHOLE,
  };
}

const COUNT_OF = { date: "countOfDate", time: "countOfTime", datetime: "countOfDatetime" } as const;
const OF_COUNT = { date: "dateOfCount", time: "timeOfCount", datetime: "datetimeOfCount" } as const;

/** The counts that dates and times can have. */
export const COUNTS: Readonly<Record<"date" | "time" | "datetime", SqlRange>> = {
  date: [FIRST_DAY, LAST_DAY],
  time: [0, SECONDS_PER_DAY - 1],
  datetime: [FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1],
};
