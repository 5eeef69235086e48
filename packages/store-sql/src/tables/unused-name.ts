/** Which names a database takes. */
export interface NamesOfDatabase {
  /** Bytes of UTF-8 beyond which it cuts a name off or refuses it. */
  readonly longest: number;
  /** A name that it takes, no longer than the given one, which it may refuse. Missing where it refuses none. */
  fit?(name: string): string;
  /** Those that no column can have, because every table has such a column of itself. */
  readonly reserved: readonly string[];
}

/**
 * The name under which a database keeps something called `name`: the name itself where it can be. Databases do not tell
 * all cases apart and keep some names for themselves, so names are compared without case, and a number sets one apart.
 */
export function unusedName(
  name: string,
  taken: Iterable<string>,
  { longest = Number.POSITIVE_INFINITY, fit = (one) => one }: Partial<NamesOfDatabase> = {},
): string {
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  const base = RESERVED.test(name) ? `_${name}` : name;
  let free = fit(cutToBytes(base, longest));
  for (let count = 2; used.has(free.toLowerCase()); count++) {
    const mark = `~${count}`;
    free = `${fit(cutToBytes(base, longest - mark.length))}${mark}`;
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
