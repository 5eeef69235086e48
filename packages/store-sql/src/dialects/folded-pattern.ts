import { foldText } from "@tablewright/core/compiler";
import type { TextPlace } from "../compile/sql-dialect.ts";

/**
 * A regular expression that finds, in texts compared by their bytes, those whose fold equals that of one of the constants,
 * or has that of the constant in it: each letter stands as the set of letters that fold to it. Undefined for constants with
 * letters that fold in another way next to others, and where it would be long.
 */
export function foldedPattern(constants: readonly string[], where: TextPlace | "whole"): string | undefined {
  const folds = constants.map(foldText);
  if (folds.length === 0 || folds.some((one) => BY_CONTEXT.test(one) || one === "")) return undefined;
  if (folds.reduce((sum, one) => sum + one.length, 0) > LONGEST) return undefined;
  const patterns = folds.map((fold) => patternOf(fold, where === "start" || where === "anywhere"));
  const any = `(?:${patterns.join("|")})`;
  return `${where === "start" || where === "whole" ? "^" : ""}${any}${where === "end" || where === "whole" ? "\\z" : ""}`;
}

/** What follows on the constant is open: the fold of a dotted capital I begins with an `i`. */
function patternOf(fold: string, isOpen: boolean): string {
  const letters = [...fold].map((letter) => [letter, ...(sources().get(letter) ?? [])]);
  if (isOpen && fold.endsWith("i")) letters.at(-1)?.push("\u0130");
  return letters.map((set) => `[${set.map(escaped).join("")}]`).join("");
}

function escaped(letter: string): string {
  return /^[!-/:-@[-`{-~]$/u.test(letter) ? `\\${letter}` : letter;
}

/** By each letter those others that fold only to it. */
function sources(): ReadonlyMap<string, readonly string[]> {
  if (cache !== undefined) return cache;
  const textsByFold = new Map<string, string[]>();
  for (let point = 0; point <= LAST_CASED; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    const fold = foldText(letter);
    if (fold !== letter) textsByFold.set(fold, [...(textsByFold.get(fold) ?? []), letter]);
  }
  cache = textsByFold;
  return textsByFold;
}

let cache: ReadonlyMap<string, readonly string[]> | undefined;

/** No letter beyond it has another case. */
const LAST_CASED = 0x1ffff;

/** The dot above may come from a dotted capital I. */
const BY_CONTEXT = /\u0307/u;

const LONGEST = 1_000;
