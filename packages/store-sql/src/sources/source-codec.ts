import { plainDigits, utcSecondsOf, writeIsoDateTime, writePlainNumber } from "@tablewright/core/compiler";
import {
  type Key,
  noteRounded,
  noteUnreadable,
  putUnreadable,
  readIfReadable,
  UnreadableValue,
  type Value,
  withDigits,
  withInstants,
} from "@tablewright/core/storage";
import { displayedKey, lookupKey } from "../tables/open-table.ts";
import {
  readByUtc,
  readInstant,
  readSqlValue,
  type SqlValue,
  writeInstants,
  writeSqlValue,
} from "../values/sql-value.ts";
import type { SourceColumn } from "./source-column.ts";
import type { SourceLayout } from "./source-layout.ts";

/** Values of another program's table as values of the language, and back. */
export class SourceCodec {
  readonly #layout: SourceLayout;
  readonly #key: readonly SourceColumn[];

  constructor(layout: SourceLayout) {
    this.#layout = layout;
    this.#key = layout.table.key.map((at) => layout.columns[at] as SourceColumn);
  }

  /**
   * Makes a row, in place, of what was read of it. A cell that holds no such value is blank, or, where the table has
   * `strictValues`, throws an `UnreadableValue` when it is read.
   */
  decode(read: SqlValue[]): Value[] {
    const row: Value[] = read;
    const { columns, table } = this.#layout;
    const put = table.strictValues ? putUnreadable : noteUnreadable;
    let key: string | undefined;
    let digits: Map<number, string> | undefined;
    let instants: Map<number, number> | undefined;
    for (const [at, column] of columns.entries()) {
      const sent = read[at] ?? null;
      const value = cellOf(column, sent);
      const exact = column.isExact && typeof value === "number" ? plainDigits(String(sent)) : undefined;
      if (exact !== undefined && exact !== writePlainNumber(Number(value)) && !exact.includes("e"))
        digits = (digits ?? new Map<number, string>()).set(at, exact);
      if (value === undefined) {
        key ??= this.shownKey(table.key.map((part) => readIfReadable(() => read[part]) ?? null));
        put(row, at, this.#unreadable(column, sent, key));
      } else row[at] = value;
      if (hasLostWhole(column, sent, value)) {
        key ??= this.shownKey(table.key.map((part) => readIfReadable(() => row[part]) ?? null));
        noteRounded(row, { table: table.name, column: column.column, key, value: String(sent) });
      }
      const instant = laterInstant(column, sent, value);
      if (instant !== undefined) instants = (instants ?? new Map<number, number>()).set(at, instant);
    }
    withInstants(row, instants);
    withDigits(row, digits);
    return row;
  }

  /** Makes a key of what its columns were read as. Throws an `UnreadableValue`. */
  decodeKey(read: readonly SqlValue[]): Key {
    return this.#key.map((column, part) => {
      const value = cellOf(column, read[part] ?? null);
      if (value === undefined) throw this.#unreadable(column, read[part] ?? null, this.shownKey(read));
      return value;
    });
  }

  /** A value as its column keeps it; which instant it is may be known, or what digits its number has. */
  encode(
    { form, timeZone, hasWallClocks, objects }: SourceColumn,
    value: Value,
    instant?: number,
    digits?: string,
  ): SqlValue {
    if (digits !== undefined && value !== null) return digits;
    return timeZone !== undefined && !hasWallClocks && typeof value === "number"
      ? writeIsoDateTime(instant ?? utcSecondsOf(value, timeZone))
      : writeSqlValue(value, form, objects);
  }

  /**
   * The keys, as their columns keep them, that are read as a key: none when no row can have it, and several where the clock of a
   * zone shows a part of it at several instants.
   */
  encodeKey(key: Key): readonly (readonly SqlValue[])[] {
    const values = lookupKey(
      key,
      this.#key.map(({ form }) => form),
    );
    const isPossible = values?.every(
      (value, part) => this.#isGiven(value, part) && (this.#key[part]?.accepts?.(value) ?? true),
    );
    if (values === undefined || !isPossible) return [];
    return this.#key.reduce<readonly (readonly SqlValue[])[]>(
      (encoded, { timeZone, hasWallClocks }, part) => {
        if (timeZone === undefined) return encoded;
        const instants = writeInstants(Number(key[part]), timeZone);
        const held = hasWallClocks ? [values[part] ?? null, ...instants.map((one) => `${one}Z`)] : instants;
        return encoded.flatMap((one) => held.map((value) => one.with(part, value)));
      },
      [values],
    );
  }

  /** Whether a new row has a key of its own, and none that the database is to give. */
  isKeyGiven(key: Key): boolean {
    return key.every(
      (value, part) => this.#isGiven(value, part) && (value !== null || !this.#key[part]?.hasDefault),
    );
  }

  #isGiven(value: Value, part: number): boolean {
    return value !== null || this.#key[part]?.hasEmptyTexts === true;
  }

  /** A key as errors show it. */
  shownKey(values: readonly Value[]): string {
    return displayedKey(
      values,
      this.#key.map(({ form }) => form),
    );
  }

  #unreadable({ column }: SourceColumn, read: SqlValue, key: string): UnreadableValue {
    return new UnreadableValue({ table: this.#layout.table.name, column, key, value: shownValue(read) });
  }
}

/** Whether a number beyond 2^53 has other digits before its point than the database has, where that keeps them and none were asked for. */
function hasLostWhole(
  { form, isExact, keepsWhole }: SourceColumn,
  read: SqlValue,
  value: Value | undefined,
): boolean {
  if (typeof read !== "string" || typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return false;
  if (form !== "real" || isExact || !keepsWhole) return false;
  return plainDigits(read).split(".")[0] !== writePlainNumber(value);
}

/** The beginning of a value as messages show it; bytes as statements write them: `x'00ff'`. */
function shownValue(read: unknown): string {
  if (typeof read === "number") return String(read);
  const text =
    read instanceof Uint8Array
      ? `x'${Buffer.from(read.subarray(0, MOST_SHOWN)).toString("hex")}'`
      : JSON.stringify(typeof read === "string" ? read.slice(0, MOST_SHOWN) : read);
  return text.slice(0, MOST_SHOWN);
}

/** The instant of a value that the clock of its zone has shown before, where the value is read by it. */
function laterInstant(
  { timeZone, hasWallClocks }: SourceColumn,
  read: SqlValue,
  value: Value | undefined,
): number | undefined {
  if (timeZone === undefined || timeZone === "UTC" || hasWallClocks) return undefined;
  if (typeof read !== "string" || typeof value !== "number") return undefined;
  const instant = readByUtc(read);
  return instant === null || instant === utcSecondsOf(value, timeZone) ? undefined : instant;
}

/** The value of a cell; undefined for what is none. An empty text is blank, in a column of numbers or dates as well. */
function cellOf(source: SourceColumn, read: SqlValue): Value | undefined {
  const { holdsNumbers, isSingle, isExact } = source;
  if (read === null || read === "") return null;
  if (holdsNumbers && typeof read === "string" && !LARGE_WHOLE.test(read)) return undefined;
  if (isExact && typeof read === "string" && !NUMBER.test(read)) return undefined;
  return isSingle ? shortest(Number(read)) : decoded(read, source);
}

/** A whole number of 64 bits that no double holds is read as its digits. */
const LARGE_WHOLE = /^-?\d{16,19}$/u;

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

/** The shortest decimal that a number of 32 bits is the nearest to, of at most nine digits. */
function shortest(single: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(9));
}

/** The value of a form; undefined for what is none. */
function decoded(
  read: SqlValue,
  { form, timeZone, hasWallClocks, objects }: SourceColumn,
): Value | undefined {
  if (timeZone !== undefined && typeof read === "string") {
    if (!hasWallClocks) return readInstant(read, timeZone);
    if (read.endsWith("Z")) return readInstant(read.slice(0, -1), timeZone);
  }
  switch (form) {
    case "text":
      return typeof read === "string" ? read : undefined;
    case "integer":
    case "duration":
      return Number.isSafeInteger(Number(read)) && typeof read !== "object" ? Number(read) : undefined;
    case "real": {
      const number = typeof read === "object" ? Number.NaN : Number(read);
      return Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      return read === 0 || read === 1 ? read === 1 : undefined;
    default:
      try {
        return typeof read === "string" ? readSqlValue(read, form, objects) : undefined;
      } catch {
        return undefined;
      }
  }
}

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
