import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Outcome } from "@tablewright/core";
import { printError } from "../print-error.ts";
import { readText } from "../read-text.ts";
import type { Terminal } from "../terminal.ts";

/** The tests of files, as `read` reads a text; undefined when one has errors, which have been reported. */
export async function readTests<Tests>(
  files: readonly string[],
  read: (text: string, options: { readonly file: string }) => Outcome<Tests>,
  terminal: Terminal,
): Promise<readonly Tests[] | undefined> {
  const tests: Tests[] = [];
  for (const file of files) {
    const { text, diagnostics: unread } = await readText(file, "test file");
    const { output, diagnostics } =
      unread.length > 0 ? { output: undefined, diagnostics: unread } : read(text, { file });
    for (const diagnostic of diagnostics) terminal.err(printError(file, text, diagnostic));
    if (output !== undefined) tests.push(output);
  }
  return tests.length === files.length ? tests : undefined;
}

/** The files of tests next to a definition, in the order of their names. */
export async function findTestFiles(definition: string): Promise<readonly string[]> {
  const folder = dirname(definition);
  const names = await readdir(folder);
  return names
    .filter((name) => /\.test\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => (folder === "." ? name : join(folder, name)));
}

/** What `tablewright test` is asked for. */
export interface TestOptions {
  readonly filter?: string;
  readonly store?: string;
  /** `true` where it is only to be told. */
  readonly coverage?: number | true;
  /** Of rules: the file of facts that tests are written from. */
  readonly facts?: string;
  /** How many runs of random calls each law is tried on; `true` for the usual number. Of rules: that tests are written. */
  readonly generate?: number | true;
  readonly seed?: number;
  /** The module with the code of functions. */
  readonly functions?: string;
  readonly reporter: "list" | "json" | "junit";
}
