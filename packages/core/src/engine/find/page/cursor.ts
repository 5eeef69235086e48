import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import { hashText, type Value } from "../../../values/index.ts";
import type { PageEnd } from "./find-page.ts";

/**
 * The end of a part as text that a caller sends back: JSON in base64url, and a checksum over it and what it belongs to. The
 * checksum is against mistakes, not against malice: a cursor that is made up finds nothing that its caller could not find.
 */
export function writeCursor({ order, key }: PageEnd, fingerprint: string): string {
  const body = toBase64(inAscii(JSON.stringify([order ?? null, key])));
  return `${body}.${checksum(body + fingerprint)}`;
}

/** An error for a text that is no cursor of such a Find. */
export function readCursor(text: string, fingerprint: string): Outcome<PageEnd> {
  const [body = "", sum, ...rest] = text.split(".", 3);
  const parsed = rest.length === 0 && sum === checksum(body + fingerprint) ? parse(body) : undefined;
  if (parsed !== undefined) return { output: parsed, diagnostics: [] };
  return { output: undefined, diagnostics: [diagnose("request/cursor", {})] };
}

function parse(body: string): PageEnd | undefined {
  try {
    const [order, key] = JSON.parse(fromBase64(body)) as [Value[] | null, Value[]];
    return { order: order ?? undefined, key };
  } catch {
    return undefined;
  }
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Of text in ASCII, three characters in four digits. */
function toBase64(text: string): string {
  let digits = "";
  for (let at = 0; at < text.length; at += 3) {
    const bits = (code(text, at) << 16) | (code(text, at + 1) << 8) | code(text, at + 2);
    for (let shift = 18; shift >= 0; shift -= 6) digits += DIGITS[(bits >> shift) & 63];
  }
  return digits;
}

/** Blank beyond the end: JSON may end with blanks. */
function code(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 32;
}

function fromBase64(digits: string): string {
  let text = "";
  for (let at = 0; at < digits.length; at += 4) {
    let bits = 0;
    for (const digit of digits.slice(at, at + 4)) bits = (bits << 6) | DIGITS.indexOf(digit);
    text += String.fromCharCode((bits >> 16) & 255, (bits >> 8) & 255, bits & 255);
  }
  return text;
}

function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function checksum(text: string): string {
  return hashText(text).toString(36);
}
