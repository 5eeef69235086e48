import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Expression } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";

/** A source that need not read, in a form that does. */
export interface RepairedSource {
  /** What was missing is put in, what has no meaning is blanked out or replaced by as many characters. */
  readonly text: string;
  /** Undefined when the source is beyond a limit. */
  readonly tree: Expression | undefined;
  /** The offset in the source of an offset in `text`. */
  toSource(offset: number): number;
}

/** Repairs one error after the other, so that the parts around them can be looked at. */
export function repairSource(source: string, tableNames: readonly string[]): RepairedSource {
  const insertions: Insertion[] = [];
  const toSource = (offset: number) => offsetBefore(insertions, offset);
  let text = source;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { output, diagnostics } = parse(text, tableNames);
    const [error] = diagnostics;
    if (output !== undefined || error === undefined) return { text, tree: output, toSource };
    const { start, end, by } = repairOf(error, text);
    const at = toSource(start);
    const more = by.length - (end - start);
    const next = text.slice(0, start) + by + text.slice(end);
    if (next === text) break;
    if (more > 0) insert(insertions, { at, length: more });
    text = next;
  }
  return { text, tree: undefined, toSource };
}

/** Each round repairs an error; a source with more of them is no expression that a person writes. */
const MOST_ROUNDS = 60;

/** Characters that stand in the text and not in the source, before the offset `at` of the source. */
interface Insertion {
  readonly at: number;
  readonly length: number;
}

function insert(insertions: Insertion[], insertion: Insertion): void {
  const later = insertions.findIndex(({ at }) => at > insertion.at);
  insertions.splice(later === -1 ? insertions.length : later, 0, insertion);
}

function offsetBefore(insertions: readonly Insertion[], offset: number): number {
  let inserted = 0;
  for (const { at, length } of insertions) {
    if (offset - inserted <= at) break;
    if (offset - inserted < at + length) return at;
    inserted += length;
  }
  return offset - inserted;
}

/** Stands where a value is missing; no column has this name. */
export const PLACEHOLDER = "\u0001";

/** What stands from `start` to `end` instead: at least as many characters. */
interface Repair {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** What makes the source of a syntax error read further; `wrong` itself where nothing does. */
export function repairOf({ code, start = 0, end = start }: Diagnostic, text: string): Repair {
  const wrong = text.slice(start, end);
  const put = (at: number, by: string): Repair => ({ start: at, end: at, by });
  const replace = (by: string): Repair => ({ start, end, by: by.padEnd(end - start) });
  switch (code) {
    case "syntax/empty":
    case "syntax/value-wanted":
    case "syntax/empty-argument":
    case "syntax/cut-off":
      return put(start, `[${PLACEHOLDER}]`);
    case "syntax/dereference":
      return put(start + 1, `[${PLACEHOLDER}]`);
    case "syntax/missing-quote":
      return put(text.length, wrong.charAt(0));
    case "syntax/missing-bracket":
      return text[start] === "[" ? put(endOfName(text, start), "]") : put(text.length, CLOSERS[wrong] ?? ")");
    case "syntax/infix-word":
      return replace("&");
    case "syntax/double-equals":
      return replace("=");
    case "syntax/operator-wanted":
      return wrong === "," ? replace("&") : put(start, "&");
    case "syntax/unknown-character":
      return replace(STRAIGHT[wrong] ?? " ");
    default:
      return replace(code.startsWith("limit/") ? wrong : "");
  }
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

const STRAIGHT: Readonly<Record<string, string>> = { ";": ",", "“": '"', "”": '"', "‘": "'", "’": "'" };

/** Where the name of an unclosed column most likely ends. */
function endOfName(text: string, start: number): number {
  const name = /[^\n,()[\]{}"'&+*/^=<>.]*/y;
  name.lastIndex = start + 1;
  const [words = ""] = name.exec(text) ?? [];
  return start + 1 + words.trimEnd().length;
}
