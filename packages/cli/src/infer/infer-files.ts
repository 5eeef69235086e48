import { basename, dirname, extname, resolve } from "node:path";
import { hasErrors, loadDefinition } from "@tablewright/core";
import { openSourceFile } from "../files/open-source-file.ts";
import { FileError } from "../files/source-file.ts";
import type { Terminal } from "../terminal.ts";
import { findRefs } from "./find-refs.ts";
import { otherLocales } from "./other-writings.ts";
import { profileTable, type TableProfile } from "./table-profile.ts";
import { TypeReaders } from "./type-readers.ts";
import { writeDefinition } from "./write-definition.ts";

export interface InferOptions {
  readonly name?: string;
  readonly locale: string;
}

/** Prints a definition for the rows of files, one table for each; answers the exit code. */
export async function inferFiles(
  files: readonly string[],
  { name, locale }: InferOptions,
  terminal: Terminal,
): Promise<number> {
  const readers = new TypeReaders(locale);
  const others = otherLocales(locale);
  const tables: TableProfile[] = [];
  try {
    for (const path of files) {
      const table = basename(path, extname(path));
      const file = await openSourceFile(path, table);
      const unnamed = file.headers.findIndex((header) => header.trim() === "");
      if (file.headers.length === 0) throw new FileError(path, 1, "It has no row that names columns.");
      if (unnamed >= 0) throw new FileError(path, 1, `Column ${unnamed + 1} has no name.`);
      const twice = file.headers.find((header, at) => file.headers.indexOf(header) < at);
      if (twice !== undefined) throw new FileError(path, 1, `The column "${twice}" is there twice.`);
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
  for (const note of tables.flatMap(otherWritings)) terminal.err(note);
  const ofLocale = locale === "en-US" ? "" : ` --data-locale ${locale}`;
  terminal.err(
    `Save it as app.yaml and try it: tablewright serve app.yaml --data ${dirname(first)}${ofLocale}`,
  );
  return hasErrors(diagnostics) ? 1 : 0;
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
