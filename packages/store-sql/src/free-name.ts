/**
 * The name under which a database keeps something called `name`: the name itself where it can be. Databases do not tell
 * all cases apart and keep some names for themselves, so names are compared without case, and a number sets one apart.
 */
export function freeName(name: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  const base = RESERVED.test(name) ? `_${name}` : name;
  let free = base;
  for (let count = 2; used.has(free.toLowerCase()); count++) free = `${base}~${count}`;
  return free;
}

const RESERVED = /^(sqlite|pg|tablewright)_/iu;
