import type { AppDefinition } from "@tablewright/core";
import { type RuleTests, readRuleTests } from "@tablewright/rule-tests";
import { printError } from "../print-error.ts";
import { readText } from "../read-text.ts";
import type { Terminal } from "../terminal.ts";

/** The tests of files; undefined when one has errors, which have been reported. */
export async function readTests(
  files: readonly string[],
  definition: AppDefinition,
  terminal: Terminal,
): Promise<readonly RuleTests[] | undefined> {
  const tests: RuleTests[] = [];
  for (const file of files) {
    const { text, diagnostics } = await readText(file, "test file");
    const read =
      diagnostics.length > 0 ? { output: undefined, diagnostics } : readRuleTests(text, definition, { file });
    for (const diagnostic of read.diagnostics) terminal.err(printError(file, text, diagnostic));
    if (read.output !== undefined) tests.push(read.output);
  }
  return tests.length === files.length ? tests : undefined;
}
