import type { Span } from "../../diagnostics/index.ts";
import type { TextEdit } from "./text-edit.ts";

/** Makes a call of AND, OR or NOT out of the word at `infix` and the values beside it; undefined where one is missing. */
export function aroundInfix(source: string, infix: Span): readonly TextEdit[] | undefined {
  const word = source.slice(infix.start, infix.end).toUpperCase();
  const start = startOfValue(source, infix.start);
  const end = endOfValue(source, infix.end);
  const first = source.slice(start, infix.start).trim();
  const second = source.slice(infix.end, end).trim();
  const isNot = word === "NOT";
  if (second === "" || isNot !== (first === "")) return undefined;
  return [{ start, end, text: `${word}(${isNot ? second : `${first}, ${second}`})` }];
}

/** Texts and columns as wholes, then single characters. */
const PIECES = /"[^"]*"|'[^']*'|\[[^\]]*\]|[\s\S]/g;

/** Where the value before `at` begins: after the bracket that is open there, or a comma in that. */
function startOfValue(source: string, at: number): number {
  const starts = [0];
  for (const { 0: piece, index } of source.slice(0, at).matchAll(PIECES)) {
    if (piece === "(" || piece === "{") starts.push(index + 1);
    else if (piece === ")" || piece === "}") starts.pop();
    else if (piece === ",") starts.splice(-1, 1, index + 1);
  }
  const start = starts.at(-1) ?? 0;
  const [blanks = ""] = /^\s*(?:=\s*)?/.exec(source.slice(start, at)) ?? [];
  return start + blanks.length;
}

/** Where the value after `at` ends: before the bracket that closes around it, or a comma. */
function endOfValue(source: string, at: number): number {
  let depth = 0;
  for (const { 0: piece, index } of source.slice(at).matchAll(PIECES)) {
    if (depth === 0 && /^[,)}]$/.test(piece)) return at + index;
    if (piece === "(" || piece === "{") depth += 1;
    else if (piece === ")" || piece === "}") depth -= 1;
  }
  return source.length;
}
