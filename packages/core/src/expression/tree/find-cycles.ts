/** Ways around that are reported; more of them help no further. */
const MOST_CYCLES = 10;

/**
 * Ways from a name back to itself, each as the names along it with the first again at its end. Not recursive: a chain is
 * as long as a definition can be.
 */
export function findCycles(
  names: Iterable<string>,
  nextOf: (name: string) => Iterable<string>,
): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const seen = new Set<string>();
  for (const start of names) {
    /** From `start` on, each with the names that are still to be followed. */
    const way: { readonly name: string; readonly rest: Iterator<string> }[] = [];
    const places = new Map<string, number>();
    const enter = (name: string) => {
      seen.add(name);
      places.set(name, way.length);
      way.push({ name, rest: nextOf(name)[Symbol.iterator]() });
    };
    if (!seen.has(start)) enter(start);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { value: next, done } = last.rest.next();
      if (done === true) {
        places.delete(last.name);
        way.pop();
        continue;
      }
      const from = places.get(next);
      if (from !== undefined) cycles.push([...way.slice(from).map(({ name }) => name), next]);
      else if (!seen.has(next)) enter(next);
      if (cycles.length === MOST_CYCLES) return cycles;
    }
  }
  return cycles;
}
