import { type AccessKey, keyState } from "@tablewright/core";
import { readSoundDefinition } from "../read-sound-definition.ts";
import type { Terminal } from "../terminal.ts";

/** Prints what each access key of a definition may do, and neither a key nor its SHA-256. Answers the exit code. */
export async function listKeys(
  file: string,
  { json }: { readonly json?: true },
  terminal: Terminal,
): Promise<number> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  const keys = definition.api.accessKeys.map((key) => toListed(key, Date.now()));
  if (json) terminal.out(JSON.stringify(keys, undefined, 2));
  else if (keys.length === 0) terminal.out("The definition has no access key.");
  else for (const key of keys) terminal.out(describe(key));
  return 0;
}

interface ListedKey extends Omit<AccessKey, "key" | "sha256"> {
  readonly state: ReturnType<typeof keyState>;
  /** Whether the file has the key itself. */
  readonly isPlain: boolean;
}

function toListed(whole: AccessKey, now: number): ListedKey {
  const { key, sha256: _, ...rest } = whole;
  return { ...rest, state: keyState(whole, now), isPlain: key !== undefined };
}

function describe({ name, state, expires, tables, actions, as, runAs, isPlain }: ListedKey): string {
  const words = [
    state,
    ...(expires === undefined ? [] : [`expires ${expires}`]),
    `tables: ${tables?.join(", ") ?? "all"}`,
    `actions: ${actions?.join(", ") ?? "all"}`,
    ...(as === undefined ? [] : [`as ${as}`]),
    `runAs: ${runAs}`,
    ...(isPlain ? ["in the file as plain text"] : []),
  ];
  return `${name}  ${words.join("  ")}`;
}
