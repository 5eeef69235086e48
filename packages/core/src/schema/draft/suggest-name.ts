import { suggest } from "../../diagnostics/index.ts";

/** A definition with more names than these may misspell as many, and then looking for the nearest takes too long. */
const MOST_CANDIDATES = 1_000;

/** The declared name that a misspelt one most likely meant; none among very many. */
export function suggestName(name: string, declared: Iterable<{ readonly name: string }>): string | undefined {
  const names: string[] = [];
  for (const one of declared) {
    if (names.length === MOST_CANDIDATES) return undefined;
    names.push(one.name);
  }
  return suggest(name, names);
}
