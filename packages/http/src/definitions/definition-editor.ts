import type { DefinitionSave, Outcome, TimeSlice } from "@tablewright/core";

/** Shows and changes the definition of an application: `tablewright serve --edit-definition` hands one in. */
export interface DefinitionEditor {
  /** Its parts as they are served, or as they were in a version; and its versions. */
  show(version: string | undefined): Promise<Outcome<object>>;
  /** What a change would come to; nothing is written. */
  try(change: DefinitionChange, trial: DefinitionTrial): Promise<Outcome<object>>;
  /** Writes the file, and serves what is in it. */
  save(change: DefinitionChange, by: DefinitionAuthor): Promise<Outcome<object>>;
}

/** Edits of the parts of a definition, or a version whose text it has again. */
export interface DefinitionChange {
  /** The version that the change was made in. */
  readonly version: string;
  readonly to: { readonly edits: readonly TextAtPath[] } | { readonly version: string };
}

/** What the text at a path becomes; null removes it. */
export interface TextAtPath {
  readonly path: readonly (string | number)[];
  readonly text: string | null;
}

export const TRIALS = ["tests", "rows", "calls"] as const;

export interface DefinitionTrial {
  /** What is looked at besides the text. */
  readonly include: readonly (typeof TRIALS)[number][];
  readonly turn: TimeSlice;
  readonly signal: AbortSignal | undefined;
}

export type DefinitionAuthor = Pick<DefinitionSave, "user" | "accessKey" | "note">;
