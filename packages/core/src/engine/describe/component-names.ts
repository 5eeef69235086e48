/**
 * For each table a name that programs can write: letters and digits of its own name, a letter first, and no two alike.
 * OpenAPI and the types for TypeScript use the same.
 */
export function componentNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const componentOf = new Map<string, string>();
  for (const name of names) {
    const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]/gu, "") || "Table";
    const word = /^\d/u.test(plain) ? `Table${plain}` : plain;
    let free = word;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${word}_${count}`;
    taken.add(free.toLowerCase());
    componentOf.set(name, free);
  }
  return componentOf;
}
