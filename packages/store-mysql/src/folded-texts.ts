import { foldText } from "@tablewright/core/compiler";
import type { TextPlace } from "@tablewright/store-sql";

/**
 * A regular expression that finds, in texts compared by their bytes, those whose fold equals that of one of the constants,
 * or has that of the constant in it: each letter stands as the set of letters that fold to it. Undefined for constants with
 * letters that fold in another way beside others, and where it would be long.
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

/** By each letter those others that fold to it alone. */
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

/**
 * What an index holds of a text: the same for all texts of one fold, and seldom for others. It is made of letters alone
 * whose cases every server pairs as Unicode does, among the first characters of the text.
 */
export function indexedPart(text: string): string {
  const start = [...foldText(text).slice(0, 2 * LOOKED_AT)].slice(0, LOOKED_AT).join("");
  return [...start.replace(NOT_INDEXED, "")].slice(0, INDEXED_CHARACTERS).join("");
}

/** The same in SQL, of the column of this quoted name. The dotted capital I becomes two characters, as in its fold. */
export function indexedPartInSql(column: string): string {
  const start = `left(replace(${column}, '\u0130', 'i\u0307'), ${LOOKED_AT})`;
  return `left(lower(regexp_replace(${start}, '[^${INDEXED}]', '')), ${INDEXED_CHARACTERS})`;
}

const INDEXED_CHARACTERS = 64;

/** The server takes out each character by itself, and copies what is around it. */
const LOOKED_AT = 256;

/** ASCII without I and K, Latin without Å and what is beyond 8 bits, plain Cyrillic, and scripts without cases. */
const INDEXED = " -HJL-hjl-~À-ÄÆ-ÖØ-Þà-äæ-öø-þА-Яа-я\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3";
const NOT_INDEXED = new RegExp(`[^${INDEXED}]`, "gu");
