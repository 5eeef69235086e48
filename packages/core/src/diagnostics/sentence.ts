/** What the sentences of both catalogues are made of. */
export interface Sentence {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Default `error`. */
  readonly severity?: "warning";
}

export interface Suggested {
  readonly suggestion?: string | undefined;
}

/** The names a code of the `name/` group may carry along: what was written and where it was looked for. */
export interface Named extends Suggested {
  readonly name: string;
}

export interface Limited {
  readonly limit: number;
}

export const didYouMean = (suggestion: string | undefined): string | undefined =>
  suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`;

/** The name in a hint of `didYouMean`; undefined for another hint, and for a name that was cut. */
export function suggestionIn({ hint = "" }: { readonly hint?: string }): string | undefined {
  const [, name] = /^Did you mean "(.*)"\?$/s.exec(hint) ?? [];
  return name?.endsWith("…") ? undefined : name;
}

export const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
