import { isHeldExactly } from "./numbers/read-number.ts";
import type { JsonValue } from "./value.ts";

/** Levels of lists and objects within one another. */
export const DEEPEST_JSON = 64;

/** What is wrong with a text that should be JSON; a `number` is one that no double holds, with its digits. */
type JsonProblem =
  | { readonly kind: "syntax" | "depth" }
  | { readonly kind: "member twice"; readonly name: string }
  | { readonly kind: "number"; readonly digits: string };

/** The value of a text of JSON of which nothing is lost. */
export function readJsonText(text: string): { readonly json: JsonValue } | { readonly problem: JsonProblem } {
  let digits: string | undefined;
  let json: JsonValue;
  try {
    json = parseExactly(text, (written) => {
      digits ??= written;
      return 0;
    });
  } catch {
    return { problem: { kind: "syntax" } };
  }
  const problem: JsonProblem | undefined =
    digits === undefined ? problemOfMembers(text) : { kind: "number", digits };
  return problem === undefined ? { json } : { problem };
}

/**
 * JSON in which a number that a double would change is what `instead` makes of its digits; by default they stay a text, which reads to the
 * same value or is refused with the digits that were written. Throws for a text that is not JSON.
 */
export function parseExactly(
  text: string,
  instead: (digits: string) => JsonValue = (digits) => digits,
): JsonValue {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context?: { readonly source?: string }) => {
    const { source } = context ?? {};
    return typeof value !== "number" || source === undefined || isHeldExactly(source)
      ? value
      : instead(source);
  });
}

/** Every number of fewer digits and a small power is held. */
const MAY_CHANGE = /[\d.]{16}|\d[eE][+-]?\d{2}/u;

/** Of a text that is JSON, in one pass: parsing keeps the last of two members of a name. */
export function problemOfMembers(text: string): JsonProblem | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") {
      if (open.length === DEEPEST_JSON) return { kind: "depth" };
      open.push(token === "{" ? new Set() : undefined);
    } else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") last = token;
    else {
      const name: string = last.includes("\\") ? JSON.parse(last) : last.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name)) return { kind: "member twice", name };
      names?.add(name);
    }
  }
  return undefined;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gsu;

/**
 * JSON as the one text that every store gives back for it, with the members of objects in order; undefined for what is nested too
 * deep or has no form in JSON.
 */
export function canonicalJson(json: unknown): string | undefined {
  const sorted = sortedJson(json, 0, { parts: MOST_PARTS });
  return sorted === undefined ? undefined : JSON.stringify(sorted);
}

/** Why `canonicalJson` gives no text for a value: the first part that has no form in JSON, or lies too deep. */
export interface UnwritablePart {
  /** A JSON pointer. */
  readonly pointer: string;
  readonly part: unknown;
  readonly problem: "form" | "depth" | "cycle";
}

/** The first part for which a value has no text in JSON. */
export function unwritablePart(json: unknown, pointer = "", around: readonly unknown[] = []): UnwritablePart {
  const isList = Array.isArray(json);
  if (!isList && !isPlainObject(json)) return { pointer, part: json, problem: "form" };
  if (around.includes(json)) return { pointer, part: json, problem: "cycle" };
  if (around.length === DEEPEST_JSON) return { pointer, part: json, problem: "depth" };
  for (const [name, part] of isList ? json.entries() : Object.entries(json)) {
    const room = { parts: MOST_PARTS };
    if ((part !== undefined || isList) && sortedJson(part, around.length + 1, room) === undefined)
      return unwritablePart(part, `${pointer}/${pointerPart(String(name))}`, [...around, json]);
  }
  return { pointer, part: json, problem: "form" };
}

/** A name as a part of a JSON pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name that a part of a JSON pointer is for. */
export function nameInPointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Whether a value is an object only by its members: no Map, RegExp or boxed string. */
function isPlainObject(json: unknown): json is object {
  return Object.prototype.toString.call(json) === "[object Object]";
}

/** The canonical text of the JSON that a text is, or of the text itself as a string of JSON, as `null` is; null for a blank. */
export function jsonOfText(text: string): string | null {
  const json = parsedJson(text) ?? text;
  return json === "" ? null : (canonicalJson(json) ?? null);
}

/** Undefined for a text that is not JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Values in one text of JSON. One that holds another twice, and this one a third twice, has too many soon. */
const MOST_PARTS = 10_000_000;

/** `room` has how many more values there may be. */
function sortedJson(json: unknown, depth: number, room: { parts: number }): JsonValue | undefined {
  room.parts -= 1;
  if (typeof json === "number") return Number.isFinite(json) ? json : undefined;
  if (json === null || typeof json === "string" || typeof json === "boolean") return json;
  if (depth === DEEPEST_JSON || room.parts < 0) return undefined;
  if (json instanceof Date) return Number.isNaN(json.getTime()) ? undefined : json.toISOString();
  if (Array.isArray(json)) {
    const items: JsonValue[] = [];
    for (const item of json) {
      const sorted = sortedJson(item, depth + 1, room);
      if (sorted === undefined) return undefined;
      items.push(sorted);
    }
    return items;
  }
  if (!isPlainObject(json)) return undefined;
  const members: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(json)) {
    if (member === undefined) continue;
    const sorted = sortedJson(member, depth + 1, room);
    if (sorted === undefined) return undefined;
    members.push([name, sorted]);
  }
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  // As own members, whatever their names: `__proto__` is one.
  return Object.fromEntries(members);
}

/** The JSON at the end of a path of members in a text of JSON; null where it is missing, or an empty text. */
export function partOfJson(text: string, path: readonly string[]): JsonValue {
  let part: JsonValue | undefined = parsedJson(text);
  for (const name of path) {
    if (!isPlainObject(part) || !Object.hasOwn(part, name)) return null;
    part = (part as Readonly<Record<string, JsonValue>>)[name];
  }
  return part === undefined || part === "" ? null : part;
}
