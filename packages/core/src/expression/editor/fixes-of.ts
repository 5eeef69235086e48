import type { Diagnostic, DiagnosticCode, Span, TextEdit } from "../../diagnostics/index.ts";
import { depthBy, piecesOf } from "../syntax/words.ts";

/** A change of a source that takes one of its diagnostics away. */
export interface QuickFix {
  /** What a person chooses, such as `Change to [Price]`. */
  readonly title: string;
  readonly code: DiagnosticCode;
  /** Where the diagnostic is. */
  readonly start: number;
  readonly end: number;
  readonly edits: readonly TextEdit[];
}

/** The changes that a diagnostic of a source suggests, the likeliest first. */
export function fixesOf(source: string, diagnostic: Diagnostic): readonly QuickFix[] {
  const { code, start = 0, end = start, suggestion, replacement } = diagnostic;
  const wrong = source.slice(start, end);
  const likeliest = NOT_BEFORE_NAME.test(wrong) ? undefined : suggestion;
  const texts = [
    ...(likeliest === undefined ? [] : [written(likeliest, wrong)]),
    ...(replacement !== undefined && isTheOnly(replacement) ? [] : replacementsFor(code, wrong)),
  ];
  const edits = texts.map((text) => ({ start, end, text }));
  const changes = [...(replacement === undefined ? [] : [replacement]), ...edits].map((edit) => ({
    title: titleOf(source, edit),
    code,
    start,
    end,
    edits: [edit],
  }));
  return [...changes, ...repairs(source, diagnostic)];
}

function titleOf(source: string, { start, end, text }: TextEdit): string {
  if (text === "") return `Remove ${source.slice(start, end)}`;
  return start === end ? `Add the missing ${text}` : `Change to ${text}`;
}

/** `NOT ISBLANK(…)`: the function is named well, and what is meant is its contrary. */
const NOT_BEFORE_NAME = /^not\s/i;

/** A name with the brackets or quotes of the one it replaces. */
function written(name: string, wrong: string): string {
  const first = wrong.charAt(0);
  if (first === "[") return `[${name}]`;
  if (first === '"' || first === "'") return quoted(name, first);
  return name;
}

function quoted(text: string, quote = '"'): string {
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

/** Whether the author cannot mean the words themselves: a blank, a direction, a line break. */
function isTheOnly({ text }: TextEdit): boolean {
  return /^(?:"|TRUE$|FALSE$)/.test(text);
}

/** What else may be meant. */
function replacementsFor(code: DiagnosticCode, wrong: string): readonly string[] {
  switch (code) {
    case "name/bare-column":
      return [`[${wrong}]`, quoted(wrong)];
    case "syntax/raw-text":
    case "syntax/bare-word":
    case "syntax/function-name-as-text":
      return [quoted(wrong)];
    case "call/constant-expected":
      return /^\[[^\]]*\]$/.test(wrong) ? [quoted(wrong.slice(1, -1).trim())] : [];
    default:
      return [];
  }
}

/** Fixes of syntax that put something in or take it out. */
function repairs(source: string, diagnostic: Diagnostic): readonly QuickFix[] {
  const { code, start = 0, end = start } = diagnostic;
  const fix = (title: string, ...edits: readonly TextEdit[]): QuickFix => ({
    title,
    code,
    start,
    end,
    edits,
  });
  switch (code) {
    case "syntax/infix-word": {
      const edits = aroundInfix(source, { start, end });
      return edits === undefined
        ? []
        : [fix(`Change to ${source.slice(start, end).toUpperCase()}(…)`, ...edits)];
    }
    case "name/unknown-function": {
      const edits = NOT_BEFORE_NAME.test(source.slice(start, end))
        ? aroundInfix(source, { start, end: start + "NOT".length })
        : undefined;
      return edits === undefined ? [] : [fix("Change to NOT(…)", ...edits)];
    }
    default:
      return [];
  }
}

/** Makes a call of AND, OR or NOT out of the word at `infix` and the values around it; undefined if one is missing. */
function aroundInfix(source: string, infix: Span): readonly TextEdit[] | undefined {
  const word = source.slice(infix.start, infix.end).toUpperCase();
  const start = startOfValue(source, infix.start);
  const end = endOfValue(source, infix.end);
  const first = source.slice(start, infix.start).trim();
  const second = source.slice(infix.end, end).trim();
  const isNot = word === "NOT";
  if (second === "" || isNot !== (first === "")) return undefined;
  return [{ start, end, text: `${word}(${isNot ? second : `${first}, ${second}`})` }];
}

/** Where the value before `at` begins: after the bracket that is open there, or a comma in that. */
function startOfValue(source: string, at: number): number {
  const starts = [0];
  for (const [piece, index] of piecesOf(source.slice(0, at))) {
    if (depthBy(piece) > 0) starts.push(index + 1);
    else if (depthBy(piece) < 0) starts.pop();
    else if (piece === ",") starts.splice(-1, 1, index + 1);
  }
  const start = starts.at(-1) ?? 0;
  const [blanks = ""] = /^\s*(?:=\s*)?/.exec(source.slice(start, at)) ?? [];
  return start + blanks.length;
}

/** Where the value after `at` ends: before the bracket that closes around it, or a comma. */
function endOfValue(source: string, at: number): number {
  let depth = 0;
  for (const [piece, index] of piecesOf(source.slice(at))) {
    if (depth === 0 && (piece === "," || depthBy(piece) < 0)) return at + index;
    depth += depthBy(piece);
  }
  return source.length;
}
