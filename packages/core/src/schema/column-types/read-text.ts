import {
  isKeptNumber,
  isWellFormedText,
  type JsonValue,
  normalText,
  WELL_FORMED_TEXT,
} from "../../values/index.ts";
import type { ReadCell } from "./column-type.ts";
import { showCell } from "./show-cell.ts";

/** UTF-16 units of a text in a cell. */
export const LONGEST_TEXT = 1_048_576;

/**
 * A text in normal form, but for that as it was sent; a number or a boolean turned into text. Undefined for a list or an object.
 * What a store cannot keep is refused: NUL, half a surrogate pair, a number that has lost digits on its way.
 */
export function readText(cell: JsonValue): ReadCell | undefined {
  const read = readTextAsSent(cell);
  return read !== undefined && "value" in read ? { value: normalText(String(read.value)) } : read;
}

/** As `readText`, in the form in which it was sent: of keys that another program has made. */
export function readTextAsSent(cell: JsonValue): ReadCell | undefined {
  if (typeof cell === "boolean") return { value: cell ? "TRUE" : "FALSE" };
  if (typeof cell === "number") return readNumberAsText(cell);
  if (typeof cell !== "string") return undefined;
  if (cell.length > LONGEST_TEXT) return { code: "limit/cell-length", details: { limit: LONGEST_TEXT } };
  return isWellFormedText(cell) ? { value: cell } : refused(cell, WELL_FORMED_TEXT);
}

/** As JavaScript writes it, which is how it came where a double sent it. */
function readNumberAsText(number: number): ReadCell {
  const text = String(number);
  if (isKeptNumber(number) && !text.includes("e")) return { value: text };
  const size = Math.abs(number) < 1 ? "small" : "large";
  return refused(number, `text; so ${size} a number must be sent in quotes`);
}

function refused(cell: JsonValue, expected: string): ReadCell {
  return { code: "cell/unreadable", details: { value: showCell(cell), expected } };
}
