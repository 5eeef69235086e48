import { basename, dirname, resolve } from "node:path";
import { hasErrors, loadDefinition } from "@tablewright/core";
import { tablesOf } from "../files/open-source-file.ts";
import { FileError, type ReadingOptions, type SourceFile } from "../files/source-file.ts";
import type { Terminal } from "../terminal.ts";
import { findRefs } from "./find-refs.ts";
import { otherLocales } from "./other-writings.ts";
import { profileTable, type TableProfile } from "./table-profile.ts";
import { TypeReaders } from "./type-readers.ts";
import { writeDefinition } from "./write-definition.ts";

export interface InferOptions extends ReadingOptions {
  readonly name?: string;
  readonly locale: string;
}

/** Prints a definition for the rows of files, one table for each; answers the exit code. */
export async function inferFiles(
  files: readonly string[],
  options: InferOptions,
  terminal: Terminal,
): Promise<number> {
  const { name, locale } = options;
  const readers = new TypeReaders(locale);
  const others = otherLocales(locale);
  const tables: TableProfile[] = [];
  try {
    for (const path of files)
      for (const { table, open } of await tablesOf(path, options)) {
        const file = await open();
        admitHeaders(file);
        if (tables.some((other) => other.name === table))
          throw new FileError(
            path,
            undefined,
            `A table "${table}" is there twice: name the sheet with --sheet.`,
          );
        tables.push(await profileTable(table, file, readers, others));
      }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    terminal.err(error.message);
    return 1;
  }
  findRefs(tables);
  const [first = "."] = files;
  const text = writeDefinition({ name: name ?? nameOf(dirname(resolve(first))), locale, tables });
  terminal.out(text);
  const { diagnostics } = loadDefinition(text);
  for (const { message, severity } of diagnostics)
    terminal.err(`The proposal needs a hand: ${severity}: ${message}`);
  for (const table of tables)
    for (const note of [...table.notes.map((text) => `${table.name}: ${text}.`), ...otherWritings(table)])
      terminal.err(note);
  const ofLocale = locale === "en-US" ? "" : ` --data-locale ${locale}`;
  terminal.err(
    `Save it as app.yaml and try it: tablewright serve app.yaml --data ${dirname(first)}${ofLocale}`,
  );
  return hasErrors(diagnostics) ? 1 : 0;
}

/** Throws where the columns of a file cannot be those of a table. */
function admitHeaders({ path, headers }: SourceFile): void {
  const named = headers.filter((header) => header !== "");
  if (named.length === 0)
    throw new FileError(
      path,
      undefined,
      "It has no row that names columns: write their names into its first row.",
    );
  const twice = named.find((header, at) => named.indexOf(header) < at);
  if (twice !== undefined) throw new FileError(path, undefined, `The column "${twice}" is there twice.`);
}

/** Columns whose dates or numbers may be meant in another way than they were read. */
function otherWritings({ name, profiles, columns }: TableProfile): readonly string[] {
  return profiles.flatMap((profile) => {
    const note = profile.otherWritings.note(columns.get(profile.name)?.type ?? "");
    return note === undefined ? [] : [`${name}, column "${profile.name}": ${note}.`];
  });
}

/** What a folder is called; `data` says nothing. */
function nameOf(folder: string): string {
  const own = basename(folder);
  return own.toLowerCase() === "data" ? basename(dirname(folder)) : own;
}
