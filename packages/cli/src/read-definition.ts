import { type AppDefinition, type Diagnostic, loadDefinition } from "@tablewright/core";
import { readText } from "./read-text.ts";

/** A definition file as read: its text for excerpts, and what came of it. */
export interface ReadDefinition {
  readonly file: string;
  readonly text: string;
  /** Undefined when there are errors. */
  readonly definition: AppDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that cannot be read is an error like any other. */
export async function readDefinition(file: string): Promise<ReadDefinition> {
  const read = await readText(file, "definition");
  if (read.diagnostics.length > 0) return { file, definition: undefined, ...read };
  const { output, diagnostics } = loadDefinition(read.text, { file });
  return { file, text: read.text, definition: output, diagnostics };
}
