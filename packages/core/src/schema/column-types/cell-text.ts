import {
  isKeptNumber,
  isWellFormedText,
  type JsonValue,
  normalText,
  WELL_FORMED_TEXT,
} from "../../values/index.ts";
import type { ReadCell } from "./column-type.ts";

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

const LONGEST = 80;

/** A cell as a message quotes it: the user's own words, cut when they are long, without what no screen can show. */
export function showCell(cell: unknown): string {
  const text = typeof cell === "string" ? cell.slice(0, LONGEST * 4) : (textOf(cell) ?? nameOf(cell));
  const shown = text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");
  const characters = [...shown.slice(0, LONGEST * 4)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : shown;
}

/** What has no text in JSON, as a message names it: `NaN`, `[object Map]`, `a function`. */
export function nameOf(cell: unknown): string {
  if (typeof cell === "function" || typeof cell === "symbol") return `a ${typeof cell}`;
  return typeof cell === "object" ? Object.prototype.toString.call(cell) : String(cell);
}

/** Undefined for what is too deep to be written, or has no form in JSON. */
export function textOf(cell: unknown): string | undefined {
  try {
    return typeof cell === "number" ? String(cell) : JSON.stringify(cell);
  } catch {
    return undefined;
  }
}
