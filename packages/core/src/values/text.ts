/**
 * The one fold of every comparison that ignores case: full Unicode lower-casing, no normalisation, and one form of
 * sigma, so that a text contains its own parts.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase(); // the platform gives the same string back, unchanged, when nothing has to be folded
  return lower.includes(FINAL_SIGMA) ? lower.replaceAll(FINAL_SIGMA, SIGMA) : lower;
}

const FINAL_SIGMA = "\u03c2";
const SIGMA = "\u03c3";

/** The fold of comparisons of names and choices: as `foldText`, and é is the same whether it is one character or a letter and its accent. */
export function foldName(name: string): string {
  return foldText(name.normalize("NFC"));
}

/**
 * The form in which texts are kept that come from outside (NFC): é is one character, however it was typed. Texts that another program
 * keeps stay in theirs, and are compared as they are.
 */
export function normalText(text: string): string {
  return text.normalize("NFC");
}

/** Equality of texts, ignoring case by `foldText`. */
export function equalText(a: string, b: string): boolean {
  return a === b || compareText(a, b) === 0;
}

/** Order of texts: code-point order of their folds. Reads no further than the first difference while it sees ASCII. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left > 127 || right > 127) return compareCodePoints(foldText(a), foldText(b));
    if (left === right) continue;
    const difference = foldAscii(left) - foldAscii(right);
    if (difference !== 0) return difference;
  }
  // What follows a common start only folds to more text, never to less.
  return a.length - b.length;
}

function foldAscii(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

/** Order by code points: negative, zero or positive. UTF-16 order differs, it puts surrogates before U+E000…U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return left < 0xd800 || right < 0xd800 ? left - right : rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Moves surrogates after every other code unit. */
function rank(unit: number): number {
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Length in characters, that is code points; a lone surrogate counts as one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += isPairAt(text, at) ? 2 : 1) count++;
  return count;
}

/** The characters from `start` up to but not including `end`, both counted in code points; bounds outside are cut. */
export function sliceCharacters(text: string, start: number, end = Number.POSITIVE_INFINITY): string {
  const from = unitOffset(text, 0, start);
  return text.slice(from, unitOffset(text, from, end - Math.max(start, 0)));
}

/** The UTF-16 offset `characters` code points after `offset`, at most the text's length. */
function unitOffset(text: string, offset: number, characters: number): number {
  if (characters >= text.length - offset) return text.length;
  let at = offset;
  for (let left = characters; left >= 1 && at < text.length; left--) at += isPairAt(text, at) ? 2 : 1;
  return at;
}

function isPairAt(text: string, index: number): boolean {
  if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) return false;
  return (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}

/** Whether every store can keep the text: no NUL and no lone surrogate. */
export function isWellFormedText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** What is expected where a text is not. */
export const WELL_FORMED_TEXT = "text without NUL and broken characters";

/** A character of a text that is compared as another one. */
interface LookAlike {
  readonly character: string;
  /** The letter of ASCII that its fold holds. */
  readonly letter: string;
}

/**
 * The first character outside ASCII whose fold holds a letter of ASCII, such as the Kelvin sign, which is compared as "k".
 * Two texts without such characters are equal by `equalText` only when they read the same but for upper and lower case.
 */
export function lookAlikeIn(text: string): LookAlike | undefined {
  for (const character of text) {
    if (character <= "\u007f") continue;
    const letter = foldText(character).match(/[a-z]/)?.[0];
    if (letter !== undefined) return { character, letter };
  }
  return undefined;
}

/**
 * A whole number from 0 to 2^53 - 1 that equal texts share and others hardly ever do. It is no secret and no signature:
 * it finds things again and detects changes; for more, compare the texts.
 */
export function hashText(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** 21 letters and digits that distinguish one text from another. */
export function fingerprintOf(text: string): string {
  const parts = [hashText(text), hashText(text, 0x9e3779b9)];
  return parts
    .map((part) => part.toString(36).padStart(11, "0"))
    .join("")
    .slice(1);
}

/** The match of a sticky pattern at exactly this place of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
