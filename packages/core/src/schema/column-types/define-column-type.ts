import {
  isWellFormedText,
  type JsonValue,
  remainderOfDecimals,
  subtractDecimals,
  toCanonical,
  type Value,
  WELL_FORMED_TEXT,
} from "../../values/index.ts";
import { showCell } from "./cell-text.ts";
import {
  type CellError,
  type ColumnFiller,
  type ColumnStorage,
  type ColumnType,
  NO_ERRORS,
  type ReadCell,
  type Reading,
  type Writing,
} from "./column-type.ts";

/** What a family of column types says of each of its members; blank cells and values never get here. */
export interface ColumnTypeDeclaration
  extends Pick<ColumnType, "name" | "summary" | "mayBeKey" | "expressionType"> {
  readonly storage: ColumnStorage;
  /** Default `caller`. */
  readonly filledBy?: ColumnFiller;
  /** Default true. */
  readonly mayBeItem?: boolean;
  readonly options?: ColumnType["options"];
  /** What is expected, in the words of a message: "a date". */
  readonly expected: string | ((cell: JsonValue, reading: Reading) => string);
  /** The example in a message, written as the caller would write it. */
  readonly sample?: Value;
  /** Undefined for a cell that does not read. */
  readonly readCell: (cell: JsonValue, reading: Reading) => ReadCell | undefined;
  readonly writeText: (value: Value, writing: Writing) => string;
  /** Default `writeText`. */
  readonly write?: (value: Value, writing: Writing) => JsonValue;
  /** `write`, blanks included, where one of many values can be written for less. */
  readonly writerFor?: ColumnType["writerFor"];
  readonly check?: (value: Value, writing: Writing) => readonly CellError[];
  readonly over?: ColumnType["over"];
}

/** A column type from what its family says: blanks, the words of errors and the defaults are the same for all. */
export function defineColumnType(declaration: ColumnTypeDeclaration): ColumnType {
  const { name, summary, storage, mayBeKey, expressionType } = declaration;
  const { filledBy = "caller", mayBeItem = true, options = [], check = () => NO_ERRORS, over } = declaration;
  const writeText = orBlank(declaration.writeText);
  const write = orBlank(declaration.write ?? writeText);
  return {
    name,
    summary,
    storage,
    filledBy,
    isWritable: filledBy === "caller",
    mayBeKey,
    mayBeItem,
    options,
    expressionType,
    read: (cell, reading) => {
      if (cell === null || cell === "") return { value: null };
      return declaration.readCell(cell, reading) ?? unreadable(declaration, cell, reading);
    },
    write,
    writerFor: declaration.writerFor ?? ((writing) => (value) => write(value, writing)),
    writeText,
    check: (value, writing) => {
      if (value === null) return NO_ERRORS;
      return typeof value === "string" && !isWellFormedText(value)
        ? [brokenText(value)]
        : check(value, writing);
    },
    over,
  };
}

/** Computed texts included: no store keeps such a text, and none is asked to. */
function brokenText(text: string): CellError {
  return { code: "cell/unreadable", details: { value: showCell(text), expected: WELL_FORMED_TEXT } };
}

function orBlank<T extends JsonValue>(write: (value: Value, writing: Writing) => T) {
  return (value: Value, writing: Writing) => (value === null ? "" : write(value, writing));
}

function unreadable(
  { expected, sample, storage, writeText }: ColumnTypeDeclaration,
  cell: JsonValue,
  reading: Reading,
) {
  const asText = storage === "text" && typeof cell === "object" ? JSON.stringify(showCell(cell)) : undefined;
  const example = sample === undefined ? asText : writeText(sample, reading);
  const words = typeof expected === "string" ? expected : expected(cell, reading);
  return { code: "cell/unreadable", details: { value: showCell(cell), expected: words, example } } as const;
}

/** Whether a number, date or time lies within its column's `min` and `max` and on one of its steps. */
export function checkBounds(
  value: Value,
  writing: Writing,
  writeText: (value: Value, writing: Writing) => string,
): readonly CellError[] {
  const { min, max, step } = writing.options;
  if (min === undefined && max === undefined && step === undefined) return NO_ERRORS;
  const number = Number(value);
  const amount = toCanonical(number);
  const isWithin = !(min !== undefined && amount < min) && !(max !== undefined && amount > max);
  if (isWithin && step === undefined) return NO_ERRORS;
  const bounds: string[] = [];
  if (min !== undefined && amount < min) bounds.push(`at least ${writeText(min, writing)}`);
  if (max !== undefined && amount > max) bounds.push(`at most ${writeText(max, writing)}`);
  if (step !== undefined && !isOnStep(number, min ?? 0, step)) {
    const start = min === undefined ? "" : ` from ${writeText(min, writing)}`;
    bounds.push(`in steps of ${writeText(step, writing)}${start}`);
  }
  if (bounds.length === 0) return NO_ERRORS;
  return bounds.map((bound) => ({
    code: "cell/out-of-bounds",
    details: { value: writeText(value, writing), bound },
  }));
}

/** Decimals are exact to 15 digits, so a step of 0.1 is met by 0.3. */
function isOnStep(value: number, start: number, step: number): boolean {
  return remainderOfDecimals(subtractDecimals(value, start), step) === 0;
}
