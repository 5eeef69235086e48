import {
  FIRST_DAY,
  isWellFormedText,
  LAST_DAY,
  SECONDS_PER_DAY,
  type Type,
  toCanonical,
  valueFamilyOf,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "@tablewright/core/compiler";
import type { Value } from "@tablewright/core/storage";
import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";
import type { IsoFamily, SqlDialect } from "./sql-dialect.ts";
import { type SqlTerm, term } from "./sql-term.ts";

/**
 * A value that is the same for every row, bound. Undefined for what no database keeps exactly: texts with NUL or broken
 * characters, dates beyond the calendar, lists.
 */
export function constantTerm(value: Value, type: Type, dialect: SqlDialect): SqlTerm | undefined {
  const facts = { isNullable: value === null, isSimple: true };
  const family = valueFamilyOf(type);
  if (value === null) return { ...term(BLANK_FORMS[family] ?? "count", sql`null`, facts), constant: value };
  if (typeof value === "boolean") {
    return { ...term("boolean", value ? sql`true` : sql`false`, facts), constant: value };
  }
  if (typeof value === "string") {
    if (!isWellFormedText(value)) return undefined;
    return { ...term("text", dialect.bound(value, "text"), facts), longest: value.length, constant: value };
  }
  if (typeof value !== "number") return undefined;
  if (family === "number") return numberTerm(value, dialect);
  const moment = isIsoFamily(family) ? boundMoment(value, family, dialect) : undefined;
  if (moment !== undefined) return { ...term("moment", moment, facts), constant: value };
  return Number.isSafeInteger(value) && family === "duration" ? countTerm(value, dialect) : undefined;
}

/** A number as the least special form it has. */
function numberTerm(value: number, dialect: SqlDialect): SqlTerm {
  const facts = { isNullable: false, isSimple: true };
  if (Number.isSafeInteger(value)) {
    const range = [value, value] as const;
    return { ...term("integer", dialect.bound(value, "integer"), { ...facts, range }), constant: value };
  }
  const form = toCanonical(value) === value ? "canonical" : "real";
  return { ...term(form, dialect.bound(value, "real"), facts), constant: value };
}

/** A date, time or duration as the integer that the evaluator has for it. */
export function countTerm(value: number, dialect: SqlDialect): SqlTerm {
  const facts = { isNullable: false, isSimple: true, range: [value, value] as const };
  return { ...term("count", dialect.bound(value, "integer"), facts), constant: value };
}

export function isIsoFamily(family: string): family is IsoFamily {
  return family === "date" || family === "time" || family === "datetime";
}

/** A date or time, bound as columns keep it; undefined for what is none. */
export function boundMoment(value: number, family: IsoFamily, dialect: SqlDialect): SqlFragment | undefined {
  const [low, high] = RANGES[family];
  if (!Number.isInteger(value) || value < low || value > high) return undefined;
  return dialect.bound(WRITERS[family](value), family);
}

const RANGES: Readonly<Record<IsoFamily, readonly [number, number]>> = {
  date: [FIRST_DAY, LAST_DAY],
  time: [0, SECONDS_PER_DAY - 1],
  datetime: [FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1],
};

const WRITERS: Readonly<Record<IsoFamily, (value: number) => string>> = {
  date: writeIsoDate,
  time: writeIsoTime,
  datetime: writeIsoDateTime,
};

const BLANK_FORMS: Readonly<Record<string, SqlTerm["form"]>> = {
  text: "text",
  point: "text",
  number: "integer",
  "yes/no": "boolean",
  date: "moment",
  time: "moment",
  datetime: "moment",
};
