import { type Diagnostic, diagnose, type Outcome, type TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit } from "../answers/over-limit.ts";
import {
  type CallList,
  depthOfLists,
  isRows,
  type JsonError,
  type JsonLimits,
  JsonScan,
} from "./json-scan.ts";

/**
 * The body as JSON in UTF-8, with or without a byte order mark. It also refuses what parsing would silently change:
 * a member given twice, and a number that no double holds. The lists of a long body are parsed part by part, with pauses between.
 */
export async function parseJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  turn: TimeSlice,
  piece?: number,
): Promise<Outcome<JsonValue>> {
  const text = decode(bytes);
  if (text === undefined) return unreadable("it is not UTF-8");
  if (text.trim() === "") return unreadable("it is empty");
  const scan = new JsonScan(text, limits, piece);
  for (let end = STEP; !scan.advance(Math.min(end, text.length)); end += STEP)
    if (turn.isOver) await turn.pause();
  const { passed } = scan;
  if (passed !== undefined) return { output: undefined, diagnostics: [overLimit(passed, limits[passed])] };
  if (scan.isCutOff) return unreadable("it is not JSON, or it ends too early");
  const parsed = await parseParts(text, scan.lists, turn);
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
async function parseParts(
  text: string,
  lists: readonly CallList[],
  turn: TimeSlice,
): Promise<Outcome<JsonValue>> {
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
      if (items.length === 0 && cuts.length > 0) return unreadable(`it is not JSON at ${wordsOf(text, to)}`);
      const list = valueAt(path, whole.output);
      if (Array.isArray(list)) for (const item of items) list.push(item); // no list where a name is given twice
      if (turn.isOver) await turn.pause();
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
    if (token !== undefined) return unreadable(`it is not JSON, because of an unexpected "${token}"`);
    const [, position] = /position (\d+)/u.exec(String(error)) ?? [];
    if (position === undefined) return unreadable("it is not JSON, or it ends too early");
    return unreadable(`it is not JSON at ${wordsOf(text, inWhole(Number(position)))}`);
  }
}

function wordsOf(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
}

function unreadable(reason: string): Outcome<never> {
  return { output: undefined, diagnostics: [diagnose("request/unreadable-body", { reason })] };
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
