import { type Diagnostic, diagnose } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { JsonByte } from "./json-bytes.ts";
import type { OpenValue } from "./open-value.ts";
import { parseText } from "./parse-text.ts";
import { placeOf } from "./place-of.ts";

/** Parses the members of an open value that stand before `end`, and puts them into it; answers what is wrong with them. */
export function parseMembers(bytes: Uint8Array, end: number, open: OpenValue): readonly Diagnostic[] {
  const parsed = parseText(enclosed(bytes.subarray(open.pending, end), open.isArray));
  if (parsed.output === undefined) return parsed.diagnostics.map((one) => inTheWhole(one, bytes, open, end));
  const members = parsed.output as JsonValue[] | Record<string, JsonValue>;
  const names = Object.keys(members);
  if (names.length === 0 && open.hasComma) return [notJson(placeOf(bytes, end))];
  open.container ??= open.isArray ? [] : {};
  if (Array.isArray(members)) {
    for (const member of members) (open.container as JsonValue[]).push(member);
    return [];
  }
  for (const name of names) putMember(open, name, members[name] as JsonValue);
  return [];
}

/** Puts a member into an open value. What its name may be, scanning the text has told. */
export function putMember(open: OpenValue, name: string, member: JsonValue): void {
  open.container ??= open.isArray ? [] : {};
  if (Array.isArray(open.container)) open.container.push(member);
  else open.container[name] = member;
}

/** The name before a member that is an object or array and begins at `start`, or what is wrong with it. */
export function parseName(bytes: Uint8Array, open: OpenValue, start: number): string | readonly Diagnostic[] {
  const before = bytes.subarray(open.member, start);
  const parsed = parseText(enclosed(before, open.isArray, STAND_IN));
  if (parsed.output === undefined)
    return parsed.diagnostics.map((one) => inTheWhole(one, bytes, { ...open, pending: open.member }, start));
  return Object.keys(parsed.output as object)[0] ?? "";
}

export function notJson(place: string): Diagnostic {
  return diagnose("request/unreadable-body", { reason: `it is not JSON at ${place}` });
}

/** An empty text stands for the member whose name alone is parsed; it goes together with nothing before it. */
const STAND_IN = [JsonByte.quote, JsonByte.quote];

function enclosed(members: Uint8Array, isArray: boolean, last: readonly number[] = []): Uint8Array {
  const whole = new Uint8Array(members.length + last.length + 2);
  whole[0] = isArray ? JsonByte.openBracket : JsonByte.openBrace;
  whole.set(members, 1);
  whole.set(last, members.length + 1);
  whole[whole.length - 1] = isArray ? JsonByte.closeBracket : JsonByte.closeBrace;
  return whole;
}

/** What is wrong with some members, with its place in the whole body: they were parsed in brackets of our own. */
function inTheWhole(diagnostic: Diagnostic, bytes: Uint8Array, open: OpenValue, end: number): Diagnostic {
  if (diagnostic.code !== "request/unreadable-body") return diagnostic;
  const place = / at line (\d+), character (\d+)/u.exec(diagnostic.message);
  if (place !== null) return notJson(placeOf(bytes, open.pending - 1, Number(place[1]), Number(place[2])));
  const isOfOurBracket = /unexpected "[\]}]"|ends too early/u.test(diagnostic.message);
  return isOfOurBracket ? notJson(placeOf(bytes, end)) : diagnostic;
}
