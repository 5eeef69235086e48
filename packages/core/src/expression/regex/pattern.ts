import { RE2JS, RE2JSSyntaxException } from "re2js";
import type { Span } from "../../diagnostics/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { UnifyArguments } from "../check/check-call.ts";
import type { CheckState } from "../check/check-state.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { Meter } from "../runtime/meter.ts";
import type { ConstantNode } from "../tree/node.ts";

/** A regular expression of RE2, which is searched for in time that grows with the text and the pattern only. */
export interface Pattern {
  readonly regex: RE2JS;
  /** Instructions of its program, classes of Unicode counted as in `patternSize`. */
  readonly size: number;
}

/** What a text is that is no regular expression: the reason, and the part of it that has it. */
interface Problem extends Span {
  readonly reason: string;
}

/** The pattern of a text that is known at run time. Throws `EvaluationError` for a text that is none, or a large one. */
export function patternOf(text: string, meter: Meter): Pattern {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const size = patternSize(text);
  if (size > MOST_PATTERN) throw new EvaluationError("limit/pattern", tooLarge);
  meter.spend(size * STEPS_TO_COMPILE);
  const read = compile(text);
  if ("reason" in read) throw new EvaluationError("run/pattern", detailsOf(text, read));
  return read;
}

/** Charges a search of `length` UTF-16 units of a text, which never pauses. */
export function chargeSearch({ size }: Pattern, length: number, meter: Meter): void {
  const steps = size * length;
  if (steps > MOST_STEPS) throw new EvaluationError("limit/pattern", tooLong);
  meter.spend(1 + Math.ceil(steps / STEPS_PER_UNIT));
}

/** A check of the second argument: a constant must be a pattern. It is compiled here, and not again for each row. */
export const checkPattern: UnifyArguments = (state, parts) => {
  const part = parts[1];
  if (part?.op !== "constant" || !part.literal) return parts;
  const size = patternSize(part.literal);
  const total = (sizes.get(state) ?? 0) + size;
  sizes.set(state, total);
  if (size > MOST_PATTERN) return state.report("limit/pattern", tooLarge, part);
  if (total > MOST_PATTERNS) return state.report("limit/pattern", tooLargeInAll, part);
  const read = compiled.get(part.literal) ?? compile(part.literal);
  if (!("reason" in read)) return parts;
  return state.report("call/pattern", detailsOf(part.literal, read), placeWithin(part, part.literal, read));
};

/** How many groups a constant pattern has that has been checked. */
export function groupsIn(pattern: string): number {
  const known = compiled.get(pattern) ?? compile(pattern);
  return "regex" in known ? known.regex.groupCount() : 0;
}

/** The sizes of the constant patterns of an expression in all. */
const sizes = new WeakMap<CheckState, number>();

/** The largest pattern, by `patternSize`, and all constant ones of an expression: what is compiled before there is a budget. */
const MOST_PATTERN = 500;
const MOST_PATTERNS = 2_000;

const tooLarge = { what: "parts of the pattern, repetitions counted,", limit: MOST_PATTERN };
const tooLargeInAll = { what: "parts of all patterns, repetitions counted,", limit: MOST_PATTERNS };

/** Units of the budget that a part of a pattern costs when it is compiled. */
const STEPS_TO_COMPILE = 16;

/** The most that one search takes, as its text times its pattern: about a tenth of a second (2026-11-27, 50 to 350 ns a step). */
const MOST_STEPS = 1_000_000;
const STEPS_PER_UNIT = 16;

const tooLong = { what: "characters of the text times the parts of its pattern", limit: MOST_STEPS };

/** Patterns that were used lately. Each may hold 8 MB of states that long texts made. */
const compiled = new BoundedCache<string, Pattern>(32);

function detailsOf(pattern: string, { reason }: Problem) {
  const isOther = /Perl|escape/.test(reason);
  return { pattern, reason, hint: isOther ? "There are no lookarounds and no backreferences." : undefined };
}

function compile(text: string): Pattern | Problem {
  try {
    const regex = RE2JS.compile(text);
    const pattern = { regex, size: Math.max(regex.programSize(), patternSize(text)) };
    compiled.set(text, pattern);
    return pattern;
  } catch (thrown) {
    return problemOf(text, thrown);
  }
}

/** The library says what is wrong and quotes it: the place is the first at which the text before it is wrong in the same way. */
function problemOf(text: string, thrown: unknown): Problem {
  if (!(thrown instanceof RE2JSSyntaxException))
    return { reason: "cannot be read", start: 0, end: text.length };
  const { error: reason, input: quoted } = thrown;
  if (quoted === null || quoted === "") return { reason, start: 0, end: text.length };
  for (let start = text.indexOf(quoted); start >= 0; start = text.indexOf(quoted, start + 1)) {
    const end = start + quoted.length;
    if (end === text.length || failsAlike(text.slice(0, end), thrown)) return { reason, start, end };
  }
  return { reason, start: 0, end: text.length };
}

function failsAlike(text: string, { error, input }: RE2JSSyntaxException): boolean {
  try {
    RE2JS.compile(text);
    return false;
  } catch (thrown) {
    return thrown instanceof RE2JSSyntaxException && thrown.error === error && thrown.input === input;
  }
}

/** A part of a constant text in its source; the whole text where it is not written as it is meant. */
function placeWithin(node: ConstantNode, text: string, { start, end }: Span): Span {
  const length = (node.end ?? 0) - (node.start ?? 0);
  if (length === text.length) return { start: node.start + start, end: node.start + end };
  const quote = ['"', "'"].find((one) => length === text.length + 2 + text.split(one).length - 1);
  if (quote === undefined) return node;
  const written = (to: number) => to + text.slice(0, to).split(quote).length - 1;
  return { start: node.start + 1 + written(start), end: node.start + 1 + written(end) };
}

/**
 * How large a regular expression becomes when it is compiled, its counted repetitions written out: `(ab){10}` is 20. It is found
 * without compiling it, because that takes seconds for `(…){1000}`. For what is no regular expression it is any number.
 */
export function patternSize(pattern: string): number {
  const groups: Sizes[] = [];
  let sizes: Sizes = { before: 0, last: 0 };
  for (const [part] of pattern.matchAll(PARTS)) {
    if (FLAGS.test(part)) continue; // a repetition after them is of the part before them
    if (part.startsWith("(")) {
      groups.push(sizes);
      sizes = { before: 0, last: 0 };
    } else if (part === ")") {
      const inner = 2 + sizes.before + sizes.last;
      const { before, last } = groups.pop() ?? { before: 0, last: 0 };
      sizes = { before: before + last, last: inner };
    } else if (/^\{\d/.test(part)) {
      const counts = part.slice(1, -1).split(",").map(Number);
      sizes = {
        before: sizes.before,
        last: sizes.last * counts.reduce((most, one) => Math.max(most, one), 1),
      };
    } else sizes = { before: sizes.before + sizes.last, last: sizeOf(part) };
  }
  return [...groups, sizes].reduce((sum, { before, last }) => sum + before + last, 0);
}

/** Of the content of a group so far: the last part, which a repetition repeats, and all before it. */
interface Sizes {
  readonly before: number;
  readonly last: number;
}

const FLAGS = /^\(\?[\w-]+\)$/u;

/** Quoted text, an escape, a set, flags, the start of a group, a counted repetition, or any other character. */
const PARTS =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\[pP].|\\.|\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]?|\(\?[\w-]+\)|\((?:\?(?:P?<\w*>|[\w-]*:?))?|\{\d+(?:,\d*)?\}|./gsu;

/** A class of Unicode is a table of hundreds of ranges. */
const CLASS_SIZE = 20;

function sizeOf(part: string): number {
  if (part.startsWith("\\Q")) return part.length;
  const classes = part.match(/\\[pPwWdDsS]|\[\^|\[:/g)?.length ?? 0;
  const isSet = part.startsWith("[");
  return isSet || classes > 0
    ? 1 + (part.includes("\\p") || part.includes("\\P") ? CLASS_SIZE * classes : classes)
    : part.length;
}
