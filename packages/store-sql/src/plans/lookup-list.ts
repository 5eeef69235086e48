import type { Family, InList, Value } from "@tablewright/core/storage";
import { nativeFunctions } from "../compile/native-functions.ts";
import type { SqlColumn, StoredForm } from "../compile/sql-table.ts";
import { joinSql, type SqlFragment, sqlParameter } from "../fragments/sql-fragment.ts";
import { type SqlValue, writeSqlValue } from "../values/sql-value.ts";

/** The values of an IN-list as they compare with what a column keeps: each once, texts folded. */
export interface LookupList {
  readonly family: Family;
  readonly values: readonly NonNullable<SqlValue>[];
  /** Whether rows with a blank are wanted, too. */
  readonly hasBlank: boolean;
}

/**
 * Undefined for a column of another family, for lists, for a blank where what is no value counts as one, for numbers of any digits, of
 * which many are equal to a value, and for instants where the database does not know the clock by which they are read.
 */
export function lookupList(
  { values, family }: InList,
  ofColumn: Family | undefined,
  { form, hasAnyDigits = false, isValue, timeZone, widen }: SqlColumn,
): LookupList | undefined {
  if (timeZone !== undefined && widen === undefined) return undefined;
  if (form === "json" || hasAnyDigits || family !== ofColumn) return undefined;
  const lookups = values.map((one) => lookupValue(one, family, form));
  if (isValue !== undefined && lookups.includes(null)) return undefined;
  const existing = lookups.filter((one) => one !== null && one !== undefined);
  return { family, values: [...new Set(existing)], hasBlank: lookups.includes(null) };
}

/** A value as it compares with what the column keeps; undefined when no row can have it. */
function lookupValue(value: Value, family: Family, form: StoredForm): SqlValue | undefined {
  if (value === null) return null;
  try {
    if (family === "text") return writeSqlValue(nativeFunctions.fold(String(value)), "text");
    const stored = writeSqlValue(
      family === "number" ? nativeFunctions.canonical(Number(value)) : value,
      form,
    );
    return form === "integer" && !Number.isSafeInteger(stored) ? undefined : stored;
  } catch {
    return undefined;
  }
}

/** Values as parameters of an IN-list, the last one again up to the next of few sizes; undefined for very many. */
export function parameterList(values: readonly SqlValue[]): SqlFragment | undefined {
  const size = SIZES.find((most) => most >= values.length);
  if (size === undefined) return undefined;
  const padding = Array<SqlValue>(size - values.length).fill(values.at(-1) ?? null);
  return joinSql([...values, ...padding].map(sqlParameter), ", ");
}

/** Few sizes make few shapes of statements. */
const SIZES = [1, 16, 256, 4_096];
