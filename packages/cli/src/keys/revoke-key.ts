import { suggest } from "@tablewright/core";
import { readSoundDefinition } from "../read-sound-definition.ts";
import type { Terminal } from "../terminal.ts";
import { editDefinition } from "./edit-definition.ts";

/** Switches an access key off, or removes it. Answers the exit code. */
export async function revokeKey(
  file: string,
  name: string,
  { remove }: { readonly remove?: true },
  terminal: Terminal,
): Promise<number> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  const names = definition.api.accessKeys.map((key) => key.name);
  const at = names.indexOf(name);
  if (at === -1) {
    const near = suggest(name, names);
    const all = names.map((one) => `"${one}"`).join(", ");
    const hint = near === undefined ? `The definition has ${all || "none"}.` : `Did you mean "${near}"?`;
    terminal.err(`There is no access key "${name}". ${hint}`);
    return 1;
  }
  const path = ["app", "api", "accessKeys", at];
  const isWritten = await editDefinition(
    file,
    (document) => {
      if (remove) document.deleteIn(path);
      else document.setIn([...path, "disabled"], true);
    },
    terminal,
  );
  if (isWritten) terminal.out(`The access key "${name}" is ${remove ? "removed" : "disabled"}.`);
  return isWritten ? 0 : 1;
}
