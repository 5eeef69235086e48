/** What the sentences of both catalogues are made of. */
export interface Sentence {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Default `error`. */
  readonly severity?: "warning";
}

/** A text is a sentence whose hint is the suggestion of its details, where these have one. */
export type Said = string | Sentence;

/** Details that are texts. */
export type Texts<Names extends string> = { readonly [Name in Names]: string };

/** What to do, where who reports it knows more than the sentence. */
export interface Hint {
  readonly hint?: string | undefined;
}

export interface Suggested {
  readonly suggestion?: string | undefined;
}

export interface Instead {
  /** The text that replaces the place of the diagnostic. */
  readonly instead?: string | undefined;
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

/** The words to write instead, and the hint that says so; `use` says what they give. */
export const writeInstead = (instead: string, use = ""): Instead & { readonly hint: string } => ({
  instead,
  hint: `Write ${instead}${use}.`,
});

export const inQuotes = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** Facts that show what is wrong, in words. */
export interface Shown {
  example: string | undefined;
}

export interface WritersDetails {
  rule: string;
  /** The other rule, or the action that is called. */
  other?: string;
  action?: string | undefined;
  column: string;
  example: string;
}

export interface OverlapDetails {
  what: string;
  other: string;
  output: string | undefined;
  example: string;
}
