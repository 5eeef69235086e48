import type { UpdateMode } from "../app-definition.ts";

const MODES: ReadonlyMap<string, readonly UpdateMode[]> = new Map([
  ["ALL_CHANGES", ["add", "edit", "delete"]],
  ["ADDS_AND_UPDATES", ["add", "edit"]],
  ["UPDATES_AND_ADDS", ["add", "edit"]],
  ["ADDS_AND_DELETES", ["add", "delete"]],
  ["UPDATES_AND_DELETES", ["edit", "delete"]],
  ["ADDS_ONLY", ["add"]],
  ["UPDATES_ONLY", ["edit"]],
  ["DELETES_ONLY", ["delete"]],
  ["READ_ONLY", []],
]);

/** Every word that an `updates` expression may give. */
export const updateWords: readonly string[] = [...MODES.keys()];

/** The changes that a word allows, in any case; undefined for another word. */
export function updateModesOf(word: string): ReadonlySet<UpdateMode> | undefined {
  const modes = MODES.get(word.trim().toUpperCase());
  return modes && new Set(modes);
}
