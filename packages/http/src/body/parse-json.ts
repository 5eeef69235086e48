import { type Diagnostic, diagnose, isHeldExactly, type Outcome, type TimeSlice } from "@tablewright/core";
import { runWithPauses, type Task } from "@tablewright/core/compiler";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit, type ServiceLimits } from "../limits.ts";

/**
 * The body as JSON in UTF-8, with or without a byte order mark. It also refuses what parsing would silently change:
 * a member given twice, and a number that no double holds. The lists of a long body are parsed part by part, with pauses between.
 */
export function parseJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  turn: TimeSlice,
  piece?: number,
): Outcome<JsonValue> | Promise<Outcome<JsonValue>> {
  return runWithPauses(parse(bytes, limits, turn, piece), turn);
}

function* parse(
  bytes: Uint8Array,
  limits: JsonLimits,
  turn: TimeSlice,
  piece: number | undefined,
): Task<Outcome<JsonValue>> {
  const text = decode(bytes);
  if (text === undefined) return unreadableBody("it is not UTF-8");
  if (text.trim() === "") return unreadableBody("it is empty");
  const scan = new JsonScan(text, limits, piece);
  for (let end = STEP; !scan.advance(Math.min(end, text.length)); end += STEP) if (turn.isOver) yield;
  const { passed } = scan;
  if (passed !== undefined) return { output: undefined, diagnostics: [overLimit(passed, limits[passed])] };
  if (scan.isCutOff) return unreadableBody("it is not JSON, or it ends too early");
  const parsed = yield* parseParts(text, scan.lists, turn);
  if (parsed.output === undefined || scan.errors.length === 0) return parsed;
  return { output: undefined, diagnostics: scan.errors.map(describeJsonError) };
}

/** Scanning so many units takes a fraction of a millisecond. */
const STEP = 32 * 1024;

/** Making one costs as much as parsing a small body. */
const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text with its lists empty is parsed first, then the items of each list, which are put into it. */
function* parseParts(text: string, lists: readonly CallList[], turn: TimeSlice): Task<Outcome<JsonValue>> {
  if (lists.length === 0) return parsePart(text, (at) => at, text);
  const ends = [0, ...lists.map(({ end }) => end)];
  const around = ends.map((from, at) => text.slice(from, lists[at]?.start));
  const whole = parsePart(around.join(""), (at) => at + leftOutBefore(at, lists), text);
  if (whole.output === undefined) return whole;
  for (const { path, start, cuts, end } of lists) {
    const edges = [start, ...cuts.flatMap((cut) => [cut, cut + 1]), end];
    for (let at = 0; at < edges.length; at += 2) {
      const [from = 0, to = 0] = edges.slice(at, at + 2);
      const part = parsePart(`[${text.slice(from, to)}]`, (place) => from + place - 1, text);
      if (part.output === undefined) return part;
      const items = part.output as JsonValue[];
      if (items.length === 0 && cuts.length > 0)
        return unreadableBody(`it is not JSON at ${wordsOf(text, to)}`);
      const list = valueAt(path, whole.output);
      if (Array.isArray(list)) for (const item of items) list.push(item); // no list where a name is given twice
      if (turn.isOver) yield;
    }
  }
  return whole;
}

function valueAt(path: CallList["path"], body: JsonValue): unknown {
  return path.reduce((value: unknown, part) => (value as Record<string, unknown> | undefined)?.[part], body);
}

/** How many units of lists were left out before a place in the text without them. */
function leftOutBefore(at: number, lists: readonly CallList[]): number {
  let leftOut = 0;
  for (const { start, end } of lists) if (start - leftOut <= at) leftOut += end - start;
  return leftOut;
}

/** A part of the text as the platform parses it; `inWhole` converts a position in the part to one in the text. */
function parsePart(part: string, inWhole: (at: number) => number, text: string): Outcome<JsonValue> {
  try {
    return { output: JSON.parse(part), diagnostics: [] };
  } catch (error) {
    // The rest of the platform's words is left out because it quotes the body.
    const [, token] = /Unexpected token '(.)'/su.exec(String(error)) ?? [];
    if (token !== undefined) return unreadableBody(`it is not JSON, because of an unexpected "${token}"`);
    const [, position] = /position (\d+)/u.exec(String(error)) ?? [];
    if (position === undefined) return unreadableBody("it is not JSON, or it ends too early");
    return unreadableBody(`it is not JSON at ${wordsOf(text, inWhole(Number(position)))}`);
  }
}

function wordsOf(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** That a body is not what a route takes, of which there may be an example. */
export function unreadableBody(reason: string, example?: string): Outcome<never> {
  const details = { reason, ...(example === undefined ? {} : { example }) };
  return { output: undefined, diagnostics: [diagnose("request/unreadable-body", details)] };
}

/** An error of the body's text in words, with the call, the row and the column it is in. */
function describeJsonError({ kind, text, path }: JsonError): Diagnostic {
  const name = shortened(text);
  switch (kind) {
    case "number": {
      const place = placeOf(path);
      const where = place.column === undefined ? { where: whereIs(path) } : {};
      return diagnose("limit/number", { text: name, ...where }, place);
    }
    case "duplicate": {
      const place = placeOf(path);
      return place.row !== undefined && path.length === depthOfLists(path[0]) + 1
        ? diagnose("column/twice", { name }, { ...place, column: name })
        : diagnose("request/duplicate-member", { name, where: whereIs(path) }, place);
    }
  }
}

/** From 1, as errors of the engine have them. */
function placeOf(path: JsonError["path"]): Pick<Diagnostic, "call" | "row" | "column"> {
  const depth = depthOfLists(path[0]);
  const [, call] = path;
  if (depth > 1 && typeof call !== "number") return {};
  const inCall = depth > 1 ? { call: Number(call) + 1 } : {};
  const [member, position, column] = path.slice(depth - 1);
  if (!isRows(member) || typeof position !== "number") return inCall;
  return {
    ...inCall,
    row: position + 1,
    ...(column === undefined ? {} : { column: shortened(String(column)) }),
  };
}

/** As JavaScript writes it: `Rows[3].Photo`, `Properties["first name"]`. */
function whereIs(path: JsonError["path"]): string {
  if (path.length === 0) return "the body";
  const parts = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? `.${shortened(part)}` : `["${shortened(part)}"]`;
  });
  return parts.join("").replace(/^\./u, "");
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** More of a name or a number is not repeated. */
const LONGEST = 100;

/** What JSON text says and a parsed value would not show. */
interface JsonError {
  /** A member given twice, or a number that no double holds. */
  readonly kind: "duplicate" | "number";
  /** The name, or the number as sent. */
  readonly text: string;
  /** Members and positions from 0, from the root to the object that has the member, or to the number. */
  readonly path: readonly (string | number)[];
}

/** What a text may have. */
type JsonLimits = Pick<ServiceLimits, "bodyNesting" | "bodyMembers" | "rowValues">;

/** A list that is a member of a call, such as its rows. Offsets are of UTF-16 units. */
interface CallList {
  /** Members and positions from 0, from the root to the list. */
  readonly path: JsonError["path"];
  /** After its bracket. */
  readonly start: number;
  /** Of commas between its items: between two is at least a piece. */
  readonly cuts: readonly number[];
  /** Of its closing bracket. */
  readonly end: number;
}

/** An object or list whose end was not read yet. */
interface OpenContainer {
  readonly isList: boolean;
  /** Commas of a list that were read. */
  position: number;
  readonly names: Set<string>;
  name: string;
  readonly start: number;
  readonly cuts: number[];
}

/**
 * How many parts of a path lead to a list of a call, by the path's first part. A call is the body, or an item of its member
 * `Calls`. Names are in any case.
 */
function depthOfLists(member: JsonError["path"][number] | undefined): 1 | 3 {
  return String(member).toLowerCase() === "calls" ? 3 : 1;
}

/** Whether a member of a call is that of its rows. */
function isRows(member: JsonError["path"][number] | undefined): boolean {
  return String(member).toLowerCase() === "rows";
}

/**
 * One pass over JSON before it is parsed: how deep it is nested and how much a row holds, so that parsing a part of it is short, and
 * errors that parsing hides. Text that is not JSON is taken for something like it; the parser judges that.
 */
export class JsonScan {
  /** The first ones; they hold only when the text is JSON. */
  readonly errors: JsonError[] = [];
  readonly lists: CallList[] = [];
  /** The limit that was passed; the rest is not looked at. */
  passed: "bodyNesting" | "bodyMembers" | "rowValues" | undefined;
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #piece: number;
  readonly #open: OpenContainer[] = [];
  #at = 0;
  #isNameNext = false;
  /** Members and items of the row that is being read, with all that is in them, and of all that is no row. */
  #inRow = 0;
  #elsewhere = 0;
  /** How many containers are open at an item of a list of a call. */
  #listDepth = depthOfLists(undefined) + 1;

  /** Of a text of more than two pieces the lists are noted. Parsing so many units as a piece has takes about a millisecond. */
  constructor(text: string, limits: JsonLimits, piece = 64 * 1024) {
    this.#text = text;
    this.#limits = limits;
    this.#piece = piece;
  }

  /** Whether a long text ends while brackets are open, so that its lists were not noted. */
  get isCutOff(): boolean {
    return this.#open.length > 0 && this.#isLong;
  }

  get #isLong(): boolean {
    return this.#text.length > 2 * this.#piece;
  }

  /** Reads on to about `until`, so that a long text can be read in parts. True when there is no more to be read. */
  advance(until = this.#text.length): boolean {
    const text = this.#text;
    let at = this.#at;
    while (at < until && this.passed === undefined) {
      const code = text.charCodeAt(at++);
      if (code === QUOTE) at = this.#readText(at);
      else if (code === COMMA) this.#readComma(at);
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#openContainer(code === OPEN_BRACKET, at);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#close(at - 1);
      else if ((code >= ZERO && code <= NINE) || code === MINUS) at = this.#readNumber(at - 1);
    }
    this.#at = at;
    return at >= text.length || this.passed !== undefined;
  }

  /** The offset after the text that begins there. */
  #readText(start: number): number {
    const text = this.#text;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) at++;
    }
    if (this.#isNameNext) this.#addName(nameOf(text.slice(start, at)));
    this.#isNameNext = false;
    return at + 1;
  }

  #addName(name: string): void {
    const open = this.#open.at(-1) as OpenContainer;
    if (open.names.has(name)) this.#report("duplicate", name, this.#open.length - 1);
    open.names.add(name);
    open.name = name;
    if (this.#open.length === 1) this.#listDepth = depthOfLists(name) + 1;
    if (open.names.size > this.#limits.bodyMembers) this.passed = "bodyMembers";
  }

  /** Whether it is a list of a call that is being read, or something in it: objects and lists by turns lead to it. */
  #isInList(): boolean {
    for (let at = 0; at < this.#listDepth; at++) if (this.#open[at]?.isList !== (at % 2 === 1)) return false;
    return true;
  }

  #readComma(next: number): void {
    this.#countValue();
    const open = this.#open.at(-1);
    if (open === undefined) return;
    if (!open.isList) this.#isNameNext = true;
    else open.position++;
    if (this.#open.length !== this.#listDepth || !this.#isInList()) return;
    this.#inRow = 0;
    if (next - (open.cuts.at(-1) ?? open.start) > this.#piece) open.cuts.push(next - 1);
  }

  #countValue(): void {
    const values = this.#isInList() ? ++this.#inRow : ++this.#elsewhere;
    if (values > this.#limits.rowValues) this.passed = "rowValues";
  }

  #openContainer(isList: boolean, start: number): void {
    this.#countValue();
    this.#open.push({ isList, position: 0, names: isList ? NO_NAMES : new Set(), name: "", start, cuts: [] });
    if (this.#open.length > this.#limits.bodyNesting) this.passed = "bodyNesting";
    this.#isNameNext = !isList;
  }

  #close(end: number): void {
    const isCallList = this.#open.length === this.#listDepth && this.#isInList();
    const closed = this.#open.pop();
    this.#isNameNext = false;
    if (closed === undefined || !isCallList) return;
    this.#inRow = 0;
    if (!this.#isLong) return;
    const path = this.#pathTo(this.#open.length);
    this.lists.push({ path, start: closed.start, cuts: closed.cuts, end });
  }

  /** The offset after the number that begins there. Few digits always fit. */
  #readNumber(start: number): number {
    NUMBER.lastIndex = start;
    const [number = ""] = NUMBER.exec(this.#text) ?? [];
    const mayBeLost = number.length > ALWAYS_HELD || /e/iu.test(number);
    if (mayBeLost && !isHeldExactly(number)) this.#report("number", number, this.#open.length);
    return start + Math.max(1, number.length);
  }

  #report(kind: JsonError["kind"], text: string, depth: number): void {
    if (this.errors.length >= MOST_ERRORS) return;
    this.errors.push({ kind, text, path: this.#pathTo(depth) });
  }

  #pathTo(depth: number): JsonError["path"] {
    return this.#open.slice(0, depth).map(({ isList, position, name }) => (isList ? position : name));
  }
}

/** Without its escapes; one that cannot be read stays as it is, because the text then is not JSON. */
function nameOf(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}

const NO_NAMES: Set<string> = new Set();

const MOST_ERRORS = 20;

const NUMBER = /[-+.\deE]+/uy;
/** Signs of a number, of which at most so many are digits. */
const ALWAYS_HELD = 15;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
