import { scanWords } from "../../expression/syntax/scan-words.ts";

/**
 * Where the `>>` stands that ends the hole whose inside begins at `start`: the first one between the words of an
 * expression, as the lexer cuts them, not within a text or a name. Where such a word has no end, the first one at all;
 * -1 where there is none. Looks no further than `limit` characters.
 */
export function endOfHole(
  template: string,
  start: number,
  tableNames: readonly string[],
  limit: number,
): number {
  const stop = Math.min(template.length, start + limit);
  for (let at = start; at < stop; ) {
    if (template.startsWith(">>", at)) return at;
    const end = endOfWord(template, at, stop, tableNames);
    if (end === undefined) break;
    at = end;
  }
  return template.indexOf(">>", start);
}

/** Behind the word at `at`, or behind one character where none stands; undefined for one that is not closed. */
function endOfWord(
  template: string,
  at: number,
  stop: number,
  tableNames: readonly string[],
): number | undefined {
  const character = template.charAt(at);
  const closing = CLOSING.get(character);
  if (closing === undefined) return Math.max(scanWords(template, at, tableNames).end, at + 1);
  const length = template.slice(at + 1, stop).indexOf(closing);
  return length === -1 ? undefined : at + length + 2;
}

/** A doubled quote within a text ends it and begins the next, which comes to the same. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["[", "]"],
]);
