import type { Diagnostic } from "../../diagnostics/index.ts";
import { FUNCTION_HABITS, INFIX_HABITS, SIGN_HABITS, WITHOUT_COUNTERPART } from "./habits.ts";

/** The error of a source with the hint for the habit from elsewhere that it stands at, if there is one. */
export function withHabit(error: Diagnostic, source: string): Diagnostic {
  if (!ABOUT_SIGNS.has(error.code)) return error;
  const start = error.start ?? 0;
  if (error.code === "syntax/empty-argument" && source[start] === ",") return error;
  const hint = hintAt(source, start);
  return hint === undefined ? error : { ...error, hint };
}

const ABOUT_SIGNS = new Set<string>([
  "syntax/cut-off",
  "syntax/empty-argument",
  "syntax/operator-wanted",
  "syntax/unknown-character",
  "syntax/value-wanted",
]);

function hintAt(source: string, at: number): string | undefined {
  const behind = source.slice(at, at + REACH);
  const word = /^\p{L}+(?![\p{L}\p{N}_])/u.exec(behind)?.[0].toUpperCase();
  if (word !== undefined) return INFIX_HABITS.get(word);
  if (behind.startsWith(",")) return hintAtComma(source, at);
  const around = `${source.slice(Math.max(0, at - REACH), at)}‸${behind}`;
  for (const [pattern, hint] of SIGN_HABITS) {
    const match = pattern.exec(around);
    if (match !== null) return typeof hint === "string" ? hint : hint(match);
  }
  return undefined;
}

/** Characters before and behind an error that are looked at. */
const REACH = 40;

/** Outside of all brackets a comma between digits is a decimal comma; in brackets that call nothing it parts a list. */
function hintAtComma(source: string, at: number): string | undefined {
  if (isInBrackets(source.slice(0, at))) return "Write LIST(first, second), or {first, second}, for a list.";
  const whole = /(?<![\d.,])\d{1,15}$/.exec(source.slice(Math.max(0, at - REACH), at))?.[0];
  const decimals = /^,(\d{1,15})(?![\d.,])/.exec(source.slice(at, at + REACH))?.[1];
  if (whole === undefined || decimals === undefined) return undefined;
  return `Write ${whole}.${decimals}. Decimals have a point.`;
}

function isInBrackets(before: string): boolean {
  const plain = before.replace(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, "");
  return [...plain].reduce((depth, sign) => depth + (sign === "(" ? 1 : sign === ")" ? -1 : 0), 0) > 0;
}

/** What to write instead of a function that is known elsewhere. */
export function functionHabit(name: string): string | undefined {
  return FUNCTION_HABITS.get(name.toUpperCase());
}

/** Whether the name is known elsewhere, so that no name is suggested that only looks like it. */
export function isForeignFunction(name: string): boolean {
  return WITHOUT_COUNTERPART.has(name.toUpperCase()) || FUNCTION_HABITS.has(name.toUpperCase());
}

/** What to write instead of words without quotes; undefined for words that may be meant as text. */
export function wordHabit(words: string): string | undefined {
  if (/^null$/i.test(words)) return 'Write "" for a blank, or ISBLANK(value) to ask for one.';
  if (/^\d+(?:\.\d+)?e\d{1,3}$/i.test(words)) return numberHint(words, Number(words));
  const amount = /^\p{Sc} ?(\d+(?:\.\d+)?)$/u.exec(words)?.[1];
  if (amount !== undefined) return numberHint(words, Number(amount));
  if (/^\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+$/i.test(words))
    return "There are no cells here. Write Table[Column] for the values of all rows.";
  return undefined;
}

function numberHint(words: string, value: number): string | undefined {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? `Write ${value} for the number, or "${words}" in quotes for the text.`
    : undefined;
}
