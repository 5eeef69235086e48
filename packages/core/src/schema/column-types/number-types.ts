import type { ScalarKind } from "../../expression/parts.ts";
import {
  isAnsweredNumber,
  isKeptNumber,
  type JsonValue,
  localeForms,
  readAllDigits,
  readDecimal,
  readInteger,
  readPercent,
  readPrice,
  significantDigits,
  toCanonical,
  type Value,
  withSign,
  writePlainNumber,
} from "../../values/index.ts";
import type { ColumnType, Reading, Writing } from "./column-type.ts";
import { type ColumnTypeDeclaration, checkBounds, defineColumnType } from "./define-column-type.ts";

/** A fraction is refused, not cut. */
export const numberType = defineNumberType({
  name: "Number",
  summary: "A whole number.",
  storage: "integer",
  expected: "a whole number",
  precision: "from -9007199254740991 to 9007199254740991",
  sample: 42,
  options: ["autoNumber"],
  acceptsNumber: Number.isSafeInteger,
  readText: (text, { locale }) => readInteger(text, locale),
});

/** Exact to 15 significant digits; a number with more is rounded to them, and a whole number beyond 2^53 refused. */
export const decimalType = defineNumberType({
  name: "Decimal",
  summary: "A number with decimals.",
  storage: "real",
  options: ["decimalDigits"],
  expected: "a number",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 1234.5,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale }) => readDecimal(text, locale),
});

/** A number is the fraction itself; a text may be the percentage. */
export const percentType = defineNumberType({
  name: "Percent",
  summary: "A fraction that is shown as a percentage: 0.25 is 25 %.",
  storage: "real",
  options: ["decimalDigits"],
  expected: "a fraction or a percentage",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 0.25,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale }) => readPercent(text, locale),
});

/** The currency is not part of the value: a sign that is sent is taken off. */
export const priceType = defineNumberType({
  name: "Price",
  summary: "An amount of money.",
  storage: "real",
  options: ["decimalDigits", "currency"],
  expected: "an amount",
  precision: "of at most 15 significant digits where it is beyond 9007199254740991",
  sample: 1234.5,
  acceptsNumber: isAnsweredNumber,
  readText: (text, { locale, options }) => readPrice(text, locale, options.currency),
});

interface NumberDeclaration extends Pick<ColumnTypeDeclaration, "summary" | "options" | "sample"> {
  readonly name: ScalarKind;
  readonly storage: "integer" | "real";
  readonly expected: string;
  /** Said in addition of a number with more digits than are kept. */
  readonly precision: string;
  readonly acceptsNumber: (number: number) => boolean;
  /** Null for a text that does not read. */
  readonly readText: (text: string, reading: Reading) => number | null;
}

/** A type whose values are numbers: JSON numbers, or texts in the Locale's form. */
function defineNumberType(declaration: NumberDeclaration): ColumnType {
  const { name, expected, precision, options = [], acceptsNumber, readText } = declaration;
  return defineColumnType({
    ...declaration,
    mayBeKey: true,
    options: ["min", "max", "step", "digits", ...options],
    expressionType: ({ digits }) => ({ kind: digits === "exact" && name === "Number" ? "Decimal" : name }),
    expected: (cell) => (hasTooManyDigits(cell) ? `${expected} ${precision}` : expected),
    readCell: (cell, reading) => {
      if (typeof cell === "number") return acceptsNumber(cell) ? { value: toCanonical(cell) } : undefined;
      if (reading.options.digits === "exact" && typeof cell === "string") {
        const value = readExact(cell, declaration.storage, reading.locale);
        if (value !== undefined) return { value };
        if (hasTooManyDigits(cell)) return undefined;
      }
      if (typeof cell !== "string") return undefined;
      const value =
        readText(withSign(cell), reading) ?? readAnswered(cell, declaration.storage, reading.locale);
      return value === null ? undefined : { value };
    },
    write: (value) => toCanonical(Number(value)),
    writerFor: () => writeNumberOrBlank,
    writeText: writeLocaleNumber,
    check: (value, writing) => checkBounds(value, writing, writeLocaleNumber),
  });
}

/** The number nearest to a text, all of whose digits are kept with it; undefined for one that holds more than a number. */
function readExact(text: string, storage: "integer" | "real", locale: string): number | undefined {
  const digits = readAllDigits(text, locale);
  return digits === undefined || (storage === "integer" && digits.includes(".")) ? undefined : Number(digits);
}

/** A whole number beyond 2^53 as answers write one that is no more than a double. */
function readAnswered(text: string, storage: "integer" | "real", locale: string): number | null {
  const digits = storage === "real" ? readAllDigits(text, locale) : undefined;
  const number = Number(digits);
  return isAnsweredNumber(number) && writePlainNumber(number) === digits ? number : null;
}

/** Numbers look alike in every Locale. */
function writeNumberOrBlank(value: Value): JsonValue {
  return value === null ? "" : toCanonical(Number(value));
}

/** The number with the Locale's decimal sign and without grouping. */
function writeLocaleNumber(value: Value, { locale }: Writing): string {
  return writePlainNumber(Number(value)).replace(".", localeForms(locale)?.decimalSign ?? ".");
}

function hasTooManyDigits(cell: JsonValue): boolean {
  if (typeof cell === "string") return /\d/.test(cell) && significantDigits(cell) > 15;
  return typeof cell === "number" && Number.isFinite(cell) && !isKeptNumber(cell);
}
