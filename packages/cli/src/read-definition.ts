import { readFile } from "node:fs/promises";
import { type AppDefinition, type Diagnostic, diagnose, loadDefinition } from "@tablewright/core";

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
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
    const diagnostics = [diagnose("definition/unreadable", { reason }, { file })];
    return { file, text: "", definition: undefined, diagnostics };
  }
  const { output, diagnostics } = loadDefinition(text, { file });
  return { file, text, definition: output, diagnostics };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};
