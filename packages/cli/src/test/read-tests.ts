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
