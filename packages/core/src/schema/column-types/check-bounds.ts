import { remainderOfDecimals, subtractDecimals, toCanonical, type Value } from "../../values/index.ts";
import { type CellError, NO_ERRORS, type Writing } from "./column-type.ts";

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
