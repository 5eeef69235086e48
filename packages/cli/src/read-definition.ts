import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type AppDefinition,
  CsvReader,
  type Diagnostic,
  diagnose,
  hasErrors,
  type LoadDefinitionOptions,
  loadDefinition,
  readWorkbook,
} from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import type { ReadTable } from "@tablewright/core/rules";
import { strFromU8, unzipSync } from "fflate";
import { readTextFile, reasonUnread } from "./read-text.ts";
import { printError, type Terminal } from "./terminal.ts";

/** A definition file as read: its text for excerpts, and what came of it. */
export interface DefinitionFile {
  readonly file: string;
  readonly text: string;
  /** Undefined when there are errors. */
  readonly definition: AppDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A file that cannot be read is an error like any other; so is a function of the user that cannot be declared. Each file of a decision
 * table is reported before it is read; it is next to the definition, or to the file `original`.
 */
export async function readDefinitionFile(
  file: string,
  functions: readonly FunctionDeclaration[] = [],
  {
    tellTable,
    fired,
    original = file,
  }: {
    readonly tellTable?: ((file: string) => void) | undefined;
    readonly fired?: LoadDefinitionOptions["fired"];
    readonly original?: string | undefined;
  } = {},
): Promise<DefinitionFile> {
  const read = await readTextFile(file, "definition");
  if (read.diagnostics.length > 0) return { file, definition: undefined, ...read };
  try {
    const { output, diagnostics } = loadDefinition(read.text, {
      file,
      functions,
      readTable: tableReader(original, tellTable),
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

/** A definition that can be worked with; undefined when it has errors, which have been reported, as warnings are to `warn`. */
export async function readSoundDefinition(
  file: string,
  terminal: Terminal,
  {
    warn,
    functions = [],
    tellTable,
    fired,
    original,
  }: {
    readonly warn?: (text: string) => void;
    readonly functions?: readonly FunctionDeclaration[];
    readonly tellTable?: ((file: string) => void) | undefined;
    readonly fired?: LoadDefinitionOptions["fired"];
    readonly original?: string | undefined;
  } = {},
): Promise<AppDefinition | undefined> {
  const { text, definition, diagnostics } = await readDefinitionFile(file, functions, {
    tellTable,
    fired,
    original,
  });
  for (const diagnostic of diagnostics) {
    const printed = printError(file, text, diagnostic);
    if (diagnostic.severity === "warning") warn?.(printed.split("\n", 1).join());
    else terminal.err(printed);
  }
  return hasErrors(diagnostics) ? undefined : definition;
}

/**
 * Reads the tables that a definition names: `prices.csv`, or a sheet of a workbook, `prices.xlsx#Prices`, else its first. Each file is
 * reported before it is read.
 */
export function tableReader(definition: string, tell: (file: string) => void = () => {}): ReadTable {
  return (file) => {
    const [path = "", sheet] = file.split("#");
    const whole = resolve(dirname(definition), path);
    tell(whole);
    try {
      if (!/\.xlsx$/i.test(path)) {
        const reader = new CsvReader();
        return [...reader.push(readFileSync(whole, "utf8").replace(/^\uFEFF/, "")), ...reader.end()];
      }
      const sheets = readWorkbook(readFileSync(whole), { unzipSync, strFromU8 });
      const found = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
      if (found === undefined)
        return sheet === undefined ? "it has no filled cells" : `it has no sheet "${sheet}"`;
      // A workbook leaves out the blank cells at the end of a row.
      const width = found.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
      return found.rows.map(({ line, cells }) => ({
        line,
        cells: Array.from({ length: width }, (_, at) => cells[at] ?? null),
      }));
    } catch (error) {
      return reasonUnread(error);
    }
  };
}
