import { type Diagnostic, diagnose, type Outcome, type TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { isBlank, JsonByte } from "./json-bytes.ts";
import { type JsonLimits, JsonScan } from "./json-scan.ts";
import { type OpenValue, openValue } from "./open-value.ts";
import { passedLimit, withoutErrors } from "./parse-json.ts";
import { parseText } from "./parse-text.ts";
import { placeOf } from "./place-of.ts";

/**
 * A body as `parseJson` reads it, with pauses: its text is scanned, and then one pass finds where objects and arrays begin and end; whenever members of
 * some `size` bytes have been passed, they are parsed and put into the value they belong to. So of an object or array
 * that is longer only parts are ever parsed at a time, however deep it lies.
 */
export async function parseLongJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  turn: TimeSlice,
  size = PIECE,
): Promise<Outcome<JsonValue>> {
  const scan = new JsonScan(bytes, limits);
  for (let end = STEP; !scan.advance(Math.min(end, bytes.length)); end += STEP)
    if (turn.isOver) await turn.pause();
  const refusal = passedLimit(scan, limits);
  if (refusal !== undefined) return refusal;
  const parser = new LongJsonParser(bytes, size);
  for (let end = 0; end < bytes.length; ) {
    end = Math.min(end + STEP, bytes.length);
    const wrong = parser.readTo(end);
    if (wrong.length > 0) return { output: undefined, diagnostics: wrong };
    if (turn.isOver) await turn.pause();
  }
  return withoutErrors(parser.finish(), scan);
}

/** Parsing so many bytes takes about a millisecond, passing so many a tenth of one. */
const PIECE = 64 * 1024;
const STEP = 32 * 1024;

const NOTHING: readonly Diagnostic[] = [];

class LongJsonParser {
  readonly #bytes: Uint8Array;
  readonly #size: number;
  readonly #open: OpenValue[] = [];
  #at = 0;
  #isText = false;
  /** The whole, when it was made of parts, and where it ended. */
  #whole: { readonly value: JsonValue; readonly start: number; readonly end: number } | undefined;

  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#size = size;
  }

  /** Reads on to before `end`; answers what is wrong, and is not to be asked again then. */
  readTo(end: number): readonly Diagnostic[] {
    const bytes = this.#bytes;
    for (; this.#at < end; this.#at++) {
      const byte = bytes[this.#at] as number;
      if (this.#isText) {
        if (byte === JsonByte.backslash) this.#at++;
        else if (byte === JsonByte.quote) this.#isText = false;
        continue;
      }
      if (byte === JsonByte.quote) {
        this.#isText = true;
        continue;
      }
      const wrong = this.#readSign(byte);
      if (wrong.length > 0) return wrong;
    }
    return NOTHING;
  }

  /** The value, once everything was read. */
  finish(): Outcome<JsonValue> {
    const whole = this.#whole;
    if (this.#open.length > 0 || this.#isText)
      return refuse(unreadable("it is not JSON, or it ends too early"));
    if (whole === undefined) return parseText(this.#bytes);
    const isMarked = this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf;
    if (!isBlank(this.#bytes, isMarked ? 3 : 0, whole.start)) return refuse(this.#wrongAt(0));
    if (!isBlank(this.#bytes, whole.end, this.#bytes.length)) return refuse(this.#wrongAt(whole.end));
    return { output: whole.value, diagnostics: [] };
  }

  #readSign(byte: number): readonly Diagnostic[] {
    switch (byte) {
      case JsonByte.comma:
        return this.#readComma();
      case JsonByte.openBrace:
      case JsonByte.openBracket:
        this.#open.push(openValue(byte === JsonByte.openBracket, this.#at));
        return NOTHING;
      case JsonByte.closeBrace:
      case JsonByte.closeBracket:
        return this.#readClose(byte === JsonByte.closeBracket);
      default:
        return NOTHING;
    }
  }

  #readComma(): readonly Diagnostic[] {
    const open = this.#open.at(-1);
    if (open === undefined) return [this.#wrongAt(this.#at)];
    open.hasComma = true;
    open.member = this.#at + 1;
    return this.#at - open.pending >= this.#size || open.isAfterMember ? this.#parse(open) : NOTHING;
  }

  #readClose(isArray: boolean): readonly Diagnostic[] {
    const closed = this.#open.pop();
    if (closed === undefined || closed.isArray !== isArray) return [this.#wrongAt(this.#at)];
    if (closed.container === undefined && this.#at - closed.start < this.#size) return NOTHING;
    const wrong = this.#parse(closed);
    if (wrong.length > 0) return wrong;
    const value = closed.container as JsonValue;
    const parent = this.#open.at(-1);
    if (parent !== undefined) return this.#putInto(parent, closed.start, value);
    if (this.#whole !== undefined) return [this.#wrongAt(closed.start)];
    this.#whole = { value, start: closed.start, end: this.#at + 1 };
    return NOTHING;
  }

  /** Parses what is pending before a comma or the end. */
  #parse(open: OpenValue): readonly Diagnostic[] {
    if (open.isAfterMember) {
      if (!isBlank(this.#bytes, open.pending, this.#at)) return [this.#wrongAt(open.pending)];
      open.isAfterMember = false;
    } else {
      const wrong = parseMembers(this.#bytes, this.#at, open);
      if (wrong.length > 0) return wrong;
    }
    open.pending = this.#at + 1;
    return NOTHING;
  }

  /** A long member is made: first come those before it, then its name. */
  #putInto(parent: OpenValue, start: number, value: JsonValue): readonly Diagnostic[] {
    if (parent.isAfterMember) return [this.#wrongAt(start)];
    if (parent.member > parent.pending) {
      const wrong = parseMembers(this.#bytes, parent.member - 1, parent);
      if (wrong.length > 0) return wrong;
    }
    const name = parseName(this.#bytes, parent, start);
    if (typeof name !== "string") return name;
    parent.pending = this.#at + 1;
    parent.isAfterMember = true;
    putMember(parent, name, value);
    return NOTHING;
  }

  #wrongAt(at: number): Diagnostic {
    return notJson(placeOf(this.#bytes, at));
  }
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

function unreadable(reason: string): Diagnostic {
  return diagnose("request/unreadable-body", { reason });
}

/** Parses the members of an open value that stand before `end`, and puts them into it; answers what is wrong with them. */
function parseMembers(bytes: Uint8Array, end: number, open: OpenValue): readonly Diagnostic[] {
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
function putMember(open: OpenValue, name: string, member: JsonValue): void {
  open.container ??= open.isArray ? [] : {};
  if (Array.isArray(open.container)) open.container.push(member);
  else open.container[name] = member;
}

/** The name before a member that is an object or array and begins at `start`, or what is wrong with it. */
function parseName(bytes: Uint8Array, open: OpenValue, start: number): string | readonly Diagnostic[] {
  const before = bytes.subarray(open.member, start);
  const parsed = parseText(enclosed(before, open.isArray, STAND_IN));
  if (parsed.output === undefined)
    return parsed.diagnostics.map((one) => inTheWhole(one, bytes, { ...open, pending: open.member }, start));
  return Object.keys(parsed.output as object)[0] ?? "";
}

function notJson(place: string): Diagnostic {
  return diagnose("request/unreadable-body", { reason: `it is not JSON at ${place}` });
}

/** An empty text is for the member of which only the name is parsed; it goes together with nothing before it. */
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
