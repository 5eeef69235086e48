/**
 * The name under which a database keeps something called `name`: the name itself where it can be. Databases do not tell
 * all cases apart and keep some names for themselves, so names are compared without case, and a number sets one apart.
 * `longest` is how many bytes of UTF-8 a name may have; `fitted` makes a name that the database takes of one that it refuses.
 */
export function unusedName(
  name: string,
  taken: Iterable<string>,
  longest = Number.POSITIVE_INFINITY,
  fitted = (one: string) => one,
): string {
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  const base = RESERVED.test(name) ? `_${name}` : name;
  let free = fitted(cutToBytes(base, longest));
  for (let count = 2; used.has(free.toLowerCase()); count++) {
    const mark = `~${count}`;
    free = `${fitted(cutToBytes(base, longest - mark.length))}${mark}`;
  }
  return free;
}

/** The longest beginning, in whole characters, of at most so many bytes of UTF-8. */
function cutToBytes(text: string, longest: number): string {
  let bytes = 0;
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > longest) break;
    length += character.length;
  }
  return text.slice(0, length);
}

const RESERVED = /^(sqlite|pg|tablewright)_/iu;
