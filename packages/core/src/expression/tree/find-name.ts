/** What a name means among the declared ones: exactly, else the only one that differs in case alone. */
export type NameMatch<T> =
  | { readonly match: T }
  | { readonly match: undefined; readonly candidates: readonly string[] };

/** `candidates` has two or more names when the name is ambiguous, none when it is unknown. */
export function findName<T extends { readonly name: string }>(
  declared: Iterable<T>,
  name: string,
): NameMatch<T> {
  const folded = name.toLowerCase();
  const alike: T[] = [];
  for (const one of declared) {
    if (one.name === name) return { match: one };
    if (mayFoldTo(folded, one.name) && one.name.toLowerCase() === folded) alike.push(one);
  }
  const [only, second] = alike;
  if (only !== undefined && second === undefined) return { match: only };
  return { match: undefined, candidates: alike.map((one) => one.name) };
}

/** Judged by lengths, as there may be very many names: "İ" alone becomes longer when it is folded. */
function mayFoldTo(folded: string, name: string): boolean {
  return name.length === folded.length || (name.length < folded.length && name.includes("İ"));
}
