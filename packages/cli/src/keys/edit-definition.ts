import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hasErrors, loadDefinition } from "@tablewright/core";
import { type Document, parseDocument } from "yaml";
import { tableReader } from "../decide/table-reader.ts";
import { printError } from "../print-error.ts";
import { readSoundDefinition } from "../read-sound-definition.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Changes a definition file, whose comments stay, in one step: a reader has the old text or the new. Nothing is
 * written unless the definition is sound before and after. Answers whether it was; what is wrong has been reported.
 */
export async function editDefinition(
  file: string,
  change: (document: Document) => void,
  terminal: Terminal,
): Promise<boolean> {
  if ((await readSoundDefinition(file, terminal)) === undefined) return false;
  const document = parseDocument(await readFile(file, "utf8"));
  change(document);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: true });
  const errors = loadDefinition(text, { file, readTable: tableReader(file) }).diagnostics.filter((one) =>
    hasErrors([one]),
  );
  for (const error of errors) terminal.err(printError(file, text, error));
  if (errors.length > 0) {
    terminal.err(`"${file}" is left as it is.`);
    return false;
  }
  const beside = `${file}.${process.pid}.tmp`;
  try {
    const { mode } = await stat(file);
    await writeFile(beside, text, { mode });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    terminal.err(`"${file}" is not written: ${(error as Error).message}`);
    return false;
  }
  return true;
}
