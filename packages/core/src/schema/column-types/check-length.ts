import { countCharacters } from "../../values/index.ts";
import { type CellError, NO_ERRORS, type Writing } from "./column-type.ts";
import { showCell } from "./show-cell.ts";

/** Whether a text is as long as its column's `minLength` and `maxLength` say, counted in characters. */
export function checkLength(text: string, { options }: Writing): readonly CellError[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = options;
  if (minLength === 0 && text.length <= maxLength) return NO_ERRORS;
  const length = countCharacters(text);
  if (length < minLength) return [outOfBounds(text, `at least ${characters(minLength)}`)];
  return length > maxLength ? [outOfBounds(text, `at most ${characters(maxLength)}`)] : NO_ERRORS;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

function outOfBounds(text: string, bound: string): CellError {
  return { code: "cell/out-of-bounds", details: { value: showCell(text), bound } };
}
