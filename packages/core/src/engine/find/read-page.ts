import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { hashText, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { after } from "../properties/after.ts";
import { columns } from "../properties/columns.ts";
import { countProperty } from "../properties/count.ts";
import { expand } from "../properties/expand.ts";
import { limit } from "../properties/limit.ts";
import type { PageEnd } from "./find-page.ts";
import { readExpanded, readShown } from "./read-shown.ts";

/** The call with what its Find is asked to answer with: which part of the rows, and which columns. */
export function readPage(call: Call, { properties = {}, rows = [] }: EngineRequest): Outcome<Call> {
  if (ASKED.every((name) => properties[name] === undefined)) return { output: call, diagnostics: [] };
  const errors = new DiagnosticList();
  const take = <R>({ output, diagnostics }: Outcome<R>): R | undefined => {
    errors.addAll(diagnostics);
    return output;
  };
  const most = take(limit.read(properties.Limit, call.app));
  const cursor = take(after.read(properties.After, call.app));
  const names = take(columns.read(properties.Columns, call.app));
  const paths = take(expand.read(properties.Expand, call.app));
  const counts = take(countProperty.read(properties.Count, call.app)) ?? false;
  const fingerprint = JSON.stringify([
    (call.slice ?? call.table).name,
    properties.Selector ?? "",
    ...(call.read.asOf === undefined ? [] : [call.read.asOf.text]),
    properties.Params ?? null,
    properties.Inputs ?? null,
    rows,
  ]);
  const end = cursor === undefined ? undefined : take(readCursor(cursor, fingerprint));
  const shown = names === undefined ? call.answer.shown : take(readShown(call, names));
  const expanded = paths === undefined ? undefined : take(readExpanded(call, paths));
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  const page =
    most === undefined && end === undefined && !counts
      ? undefined
      : { limit: most ?? Number.POSITIVE_INFINITY, after: end, counts, fingerprint };
  return { output: { ...call, answer: { ...call.answer, page, shown, expanded } }, diagnostics: [] };
}

/** Without any of these a Find answers all rows with all columns. */
const ASKED = [limit, after, columns, expand, countProperty].map(({ name }) => name);

/**
 * The end of a part as text that a caller sends back: JSON in base64url, and a checksum over it and what it belongs to. The
 * checksum is against mistakes, not against malice: a cursor that is made up finds nothing that its caller could not find.
 */
export function writeCursor({ order, key }: PageEnd, fingerprint: string): string {
  const body = toBase64(inAscii(JSON.stringify([order ?? null, key])));
  return `${body}.${checksum(body + fingerprint)}`;
}

/** An error for a text that is no cursor of such a Find. */
function readCursor(text: string, fingerprint: string): Outcome<PageEnd> {
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
