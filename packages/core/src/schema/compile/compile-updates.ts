import { suggest } from "../../diagnostics/index.ts";
import { rewrite } from "../../expression/parts.ts";
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { UpdateMode, Updates } from "../app/app-definition.ts";

const READ_ONLY: ReadonlySet<UpdateMode> = new Set();

/** The changes a table or slice allows: a list, a word such as READ_ONLY, or an expression that gives one. */
export function compileUpdates(compiling: Compiling, path: Path, shape: UpdateMode[] | string): Updates {
  if (typeof shape !== "string") return { updates: new Set(shape), updatesExpression: undefined };
  const fixed = updateModesOf(shape);
  if (fixed !== undefined) return { updates: fixed, updatesExpression: undefined };
  const compiled = compileExpression(compiling, path, shape, { kind: "Text" });
  const root = compiled && rewrite(compiled).root;
  if (root?.op !== "constant") return { updates: READ_ONLY, updatesExpression: compiled };
  const word = String(root.value ?? "");
  const updates = updateModesOf(word);
  if (updates === undefined) {
    const details = { actual: `"${word}"`, expected: `one of ${updateWords.join(", ")}` };
    compiling.report.report(path, "definition/wrong-value", {
      ...details,
      suggestion: suggest(word, updateWords),
    });
  }
  return { updates: updates ?? READ_ONLY, updatesExpression: undefined };
}

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
const updateWords: readonly string[] = [...MODES.keys()];

/** The changes that a word allows, in any case; undefined for another word. */
export function updateModesOf(word: string): ReadonlySet<UpdateMode> | undefined {
  const modes = MODES.get(word.trim().toUpperCase());
  return modes && new Set(modes);
}
