import { createHash } from "node:crypto";
import { suggest } from "@tablewright/core";
import { makeAccessKey } from "../make-access-key.ts";
import { readSoundDefinition } from "../read-sound-definition.ts";
import type { Terminal } from "../terminal.ts";
import { editDefinition } from "./edit-definition.ts";

export interface NewKeyOptions {
  readonly tables?: readonly string[];
  readonly actions?: readonly string[];
  readonly expires?: string;
  readonly as?: string;
  readonly runAs?: string;
}

/** Adds an access key to a definition, and prints it: the file has only its SHA-256. Returns the exit code. */
export async function newKey(
  file: string,
  name: string,
  { runAs, ...options }: NewKeyOptions,
  terminal: Terminal,
): Promise<number> {
  const { expires = "" } = options;
  if (Date.parse(expires) <= Date.now()) {
    terminal.err(`--expires is "${expires}", which has come already; a day that is yet to come is expected.`);
    return 1;
  }
  const key = makeAccessKey("V2");
  const sha256 = createHash("sha256").update(key).digest("hex");
  const identity =
    runAs === undefined ? {} : { runAs: runAs === "true" || (runAs === "false" ? false : runAs) };
  const member = { name, sha256, ...options, ...identity };
  const isWritten = await editDefinition(
    file,
    (document) => {
      const node = document.createNode(member);
      const path = ["app", "api", "accessKeys"];
      if (document.hasIn(path)) document.addIn(path, node);
      else document.setIn(path, document.createNode([member]));
    },
    terminal,
  );
  if (!isWritten) return 1;
  terminal.out(key);
  terminal.err(
    `The access key "${name}" is above, and nowhere else: "${file}" has its SHA-256. A server that watches the file takes it within a second.`,
  );
  return 0;
}

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
