/** A name for each table that may stand in a reference: letters and digits of its own name, and no two alike. */
export function componentNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const given = new Map<string, string>();
  for (const name of names) {
    const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]/gu, "") || "Table";
    let free = plain;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${plain}_${count}`;
    taken.add(free.toLowerCase());
    given.set(name, free);
  }
  return given;
}
