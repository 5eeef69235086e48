/**
 * A name for a definition for each name of a database: the same wherever a definition takes it and no other name is like it
 * but for upper and lower case. `others` are names to try before numbers are put behind.
 */
export function freeNames(names: readonly string[], others: readonly string[] = []): readonly string[] {
  const taken = new Set<string>();
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(name.toLowerCase())) return undefined;
    taken.add(name.toLowerCase());
    return name;
  };
  const readableNames = names.map((name) => (readable(name) === name ? take(name) : undefined));
  return readableNames.map((name, position) => {
    if (name !== undefined) return name;
    const base = readable(names[position] ?? "");
    const other = others[position];
    let free = take(base) ?? take(other === undefined ? undefined : readable(other));
    for (let number = 2; free === undefined; number++) free = take(`${base} ${number}`);
    return free;
  });
}

/** Without what no expression can write, and what expressions and calls give another meaning. */
function readable(name: string): string {
  const visible = name.replaceAll(/\p{Cc}+/gu, " ").toWellFormed();
  const written = visible.includes("]") ? visible.replaceAll("[", "(").replaceAll("]", ")") : visible;
  const plain = RESERVED.test(written) ? written.replaceAll(/^_+|_+$/gu, "") : written;
  return plain.trim() === "" ? "unnamed" : plain;
}

const RESERVED = /^(?:_(?:rownumber|computedkey|param|this.*)|__proto__)$/iu;
