import type { ScalarKind } from "../../expression/parts.ts";
import { defaultLocale, localeForms, type Value } from "../../values/index.ts";
import { checkBounds } from "./check-bounds.ts";
import type { ColumnType, Reading, Writing } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";

interface TemporalDeclaration
  extends Pick<ColumnTypeDeclaration, "summary" | "expected" | "sample" | "writerFor"> {
  readonly name: ScalarKind;
  /** Null for a text that does not read as the Locale of the reading has it. */
  readonly read: (text: string, reading: Pick<Reading, "locale" | "timeZone">) => number | null;
  readonly write: (value: number, locale: string) => string;
}

/** A type of dates and times: texts outside, whole numbers inside. */
export function defineTemporalType({ read, write, ...declaration }: TemporalDeclaration): ColumnType {
  const writeText = (value: Value, { locale }: Writing) => write(Number(value), locale);
  return defineColumnType({
    ...declaration,
    storage: "integer",
    mayBeKey: true,
    options: declaration.name === "DateTime" ? ["min", "max", "instant"] : ["min", "max"],
    expressionType: () => ({ kind: declaration.name }),
    readCell: (cell, reading) => {
      const value = typeof cell === "string" ? readInLocale(cell, reading, read) : null;
      return value === null ? undefined : { value };
    },
    writeText,
    check: (value, writing) => checkBounds(value, writing, writeText),
  });
}

/**
 * As the Locale has it; a date as the caller is answered (03/12/2026) with its month first, except where the Locale writes such
 * dates with the day first. There the Locale decides, and only what it cannot mean has its month first.
 */
function readInLocale(text: string, reading: Reading, read: TemporalDeclaration["read"]): number | null {
  if (!reading.isAnsweredMonthFirst || !MONTH_FIRST.test(text)) return read(text, reading);
  const monthFirst = () => read(text, { locale: defaultLocale, timeZone: reading.timeZone });
  const forms = localeForms(reading.locale);
  const isDayFirst = forms?.dateOrder === "DMY" && forms.dateSeparator === "/";
  return isDayFirst ? (read(text, reading) ?? monthFirst()) : (monthFirst() ?? read(text, reading));
}

const MONTH_FIRST = /^\s*\d{1,2}\/\d{1,2}\/\d{4}/u;
