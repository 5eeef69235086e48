import {
  type AppDefinition,
  type Diagnostic,
  diagnose,
  type LoadDefinitionOptions,
  loadDefinition,
} from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { tableReader } from "./decide/table-reader.ts";
import { readText } from "./read-text.ts";

/** A definition file as read: its text for excerpts, and what came of it. */
export interface ReadDefinition {
  readonly file: string;
  readonly text: string;
  /** Undefined when there are errors. */
  readonly definition: AppDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A file that cannot be read is an error like any other; so is a function of the user that cannot be declared. Each file of a decision
 * table is told before it is read.
 */
export async function readDefinition(
  file: string,
  functions: readonly FunctionDeclaration[] = [],
  {
    tellTable,
    fired,
  }: {
    readonly tellTable?: ((file: string) => void) | undefined;
    readonly fired?: LoadDefinitionOptions["fired"];
  } = {},
): Promise<ReadDefinition> {
  const read = await readText(file, "definition");
  if (read.diagnostics.length > 0) return { file, definition: undefined, ...read };
  try {
    const { output, diagnostics } = loadDefinition(read.text, {
      file,
      functions,
      readTable: tableReader(file, tellTable),
      fired,
    });
    return { file, text: read.text, definition: output, diagnostics };
  } catch (thrown) {
    if (!(thrown instanceof TypeError) || functions.length === 0) throw thrown;
    const reason = thrown.message.replace(/\.$/, "");
    const unreadable = diagnose("definition/unreadable", { reason, kind: "module of functions" });
    return { file, text: read.text, definition: undefined, diagnostics: [unreadable] };
  }
}
