import { type AppDefinition, hasErrors, type LoadDefinitionOptions } from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { printError } from "./print-error.ts";
import { readDefinition } from "./read-definition.ts";
import type { Terminal } from "./terminal.ts";

/** A definition that can be worked with; undefined when it has errors, which have been reported, warnings where wanted. */
export async function readSoundDefinition(
  file: string,
  terminal: Terminal,
  {
    warnings = false,
    functions = [],
    tellTable,
    fired,
  }: {
    readonly warnings?: boolean;
    readonly functions?: readonly FunctionDeclaration[];
    readonly tellTable?: ((file: string) => void) | undefined;
    readonly fired?: LoadDefinitionOptions["fired"];
  } = {},
): Promise<AppDefinition | undefined> {
  const { text, definition, diagnostics } = await readDefinition(file, functions, { tellTable, fired });
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === "warning" && !warnings) continue;
    const [heading = "", ...excerpt] = printError(file, text, diagnostic).split("\n");
    terminal.err(diagnostic.severity === "warning" ? heading : [heading, ...excerpt].join("\n"));
  }
  return hasErrors(diagnostics) ? undefined : definition;
}
