/**
 * Where `part`, which is not empty, first occurs in `text` at or after the offset `from`, both in UTF-16 units; -1 when
 * nowhere. Linear, unlike `indexOf`, which a long part that nearly repeats itself makes quadratic.
 */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= SHORT_PART || part.length * (text.length - from) <= SMALL_PRODUCT) {
    return text.indexOf(part, from);
  }
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    matched = extend(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** The pieces of `text` between the places of `part`, which is not empty. */
export function splitText(text: string, part: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = findText(text, part); at >= 0; at = findText(text, part, from)) {
    pieces.push(text.slice(from, at));
    from = at + part.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** How often `part`, which is not empty, occurs in `text`; places do not overlap. */
export function countPlaces(text: string, part: string): number {
  let count = 0;
  for (let at = findText(text, part); at >= 0; at = findText(text, part, at + part.length)) count++;
  return count;
}

/** Up to here even the platform's worst case is fast. */
const SHORT_PART = 16;
const SMALL_PRODUCT = 65_536;

/** For each start of `part`, how long its longest border is: a shorter start that is also its end (Knuth–Morris–Pratt). */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at++) {
    matched = extend(part, borders, matched, part.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** How much of `part` is matched once `unit` has followed what was matched before. */
function extend(part: string, borders: Uint32Array, before: number, unit: number): number {
  let matched = before;
  while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
  return part.charCodeAt(matched) === unit ? matched + 1 : matched;
}
