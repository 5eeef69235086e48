import { createHash } from "node:crypto";
import { makeAccessKey } from "../make-access-key.ts";
import type { Terminal } from "../terminal.ts";
import { editDefinition } from "./edit-definition.ts";

export interface NewKeyOptions {
  readonly tables?: readonly string[];
  readonly actions?: readonly string[];
  readonly expires?: string;
  readonly as?: string;
  readonly runAs?: string;
}

/** Adds an access key to a definition, and prints it: the file has its SHA-256 alone. Answers the exit code. */
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
