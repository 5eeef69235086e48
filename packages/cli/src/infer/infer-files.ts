import { basename, dirname, resolve } from "node:path";
import { hasErrors, loadDefinition } from "@tablewright/core";
import { tablesInFiles } from "../files/open-source-file.ts";
import { FileError, type ReadingOptions, type SourceFile } from "../files/source-file.ts";
import type { Terminal } from "../terminal.ts";
import {
  type ColumnProfile,
  type ColumnTypeName,
  otherLocales,
  PROPOSED_TYPES,
  type ProposedColumn,
  TypeReaders,
} from "./column-profile.ts";
import { profileTable, singular, type TableProfile } from "./table-profile.ts";

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
      for (const { table, open } of await tablesInFiles(path, options)) {
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

/** Makes Refs of the columns whose values are nearly all keys of a table that their names speak of. */
function findRefs(tables: readonly TableProfile[]): void {
  for (const table of tables) {
    for (const profile of table.profiles) {
      const isKey = table.key.length === 1 && table.key[0] === profile.name;
      const target = isKey ? undefined : tables.find((other) => refersTo(profile, table, other));
      if (target !== undefined) table.columns.set(profile.name, { type: "Ref", table: target.name });
    }
  }
}

function refersTo(profile: ColumnProfile, from: TableProfile, to: TableProfile): boolean {
  const [key] = to.key;
  if (key === undefined || to.key.length > 1 || profile.lists > 0 || profile.texts === undefined)
    return false;
  const isNamed = from === to ? OF_ITSELF.test(profile.name) : speaksOf(profile.name, to.name, key);
  const keys = to.profiles.find(({ name }) => name === key)?.texts;
  if (!isNamed || keys === undefined || profile.texts.size === 0) return false;
  const type = to.columns.get(key)?.type as ColumnTypeName;
  if (PROPOSED_TYPES.includes(type) && !profile.types.has(type)) return false;
  const matches = [...profile.texts].filter((text) => keys.has(text)).length;
  return matches >= profile.texts.size * LEAST_MATCHES;
}

/** Rows that are referred to may be missing from a file. */
const LEAST_MATCHES = 0.9;

/** `Customer`, `customer_id`, `Ship Customer No` of `Customers`; or the very name of its key, unless every table has such a key. */
function speaksOf(column: string, table: string, key: string): boolean {
  if (plain(key) === plain(column) && !GENERAL.test(key)) return true;
  const words = wordsOf(column);
  const last = words.length > 1 && KEY_WORD.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  return [table, singular(table)].some((one) => {
    const name = wordsOf(one);
    const end = last.slice(-name.length).join("");
    return (
      end === name.join("") || plain(column).replace(/(id|key|code|no|nr|number)$/u, "") === name.join("")
    );
  });
}

/** `ship`, `customer` and `no` of `ShipCustomer_No`. */
function wordsOf(name: string): readonly string[] {
  const words = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  return words.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

const KEY_WORD = /^(id|key|code|no|nr|number)$/u;

function plain(name: string): string {
  return wordsOf(name).join("");
}

const GENERAL = /^(id|key|code|no|number|name)$/iu;

/** A row with a parent row in its own table. */
const OF_ITSELF = /^(parent|manager|chief|boss|reports[\s_-]*to|supervisor)/iu;

interface ProposedApp {
  readonly name: string;
  readonly locale: string;
  readonly tables: readonly TableProfile[];
}

/** The definition as people write it, a line for each column. */
function writeDefinition({ name, locale, tables }: ProposedApp): string {
  const id =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, "-")
      .replaceAll(/^-|-$/gu, "") || "app";
  return [
    "# Proposed by tablewright infer. Look over the types, the keys and the Refs.",
    "tablewright: 1",
    `app: { id: ${scalar(id)}, name: ${scalar(name)}, locale: ${scalar(locale)}, api: { enabled: true } }`,
    "tables:",
    ...tables.flatMap(writeTable),
  ].join("\n");
}

function writeTable({ name, key, columns }: TableProfile): readonly string[] {
  return [
    `  ${scalar(name)}:`,
    `    key: [${key.map(scalar).join(", ")}]`,
    "    columns:",
    ...[...columns].map(([column, proposed]) => `      ${scalar(column)}: ${members(proposed)}`),
  ];
}

function members({ type, table, values, allowOtherValues, initialValue }: ProposedColumn): string {
  const parts = [
    `type: ${type}`,
    ...(table === undefined ? [] : [`table: ${scalar(table)}`]),
    ...(values === undefined ? [] : [`values: [${values.map(scalar).join(", ")}]`]),
    ...(allowOtherValues === undefined ? [] : ["allowOtherValues: true"]),
    ...(initialValue === undefined ? [] : [`initialValue: ${JSON.stringify(initialValue)}`]),
  ];
  return `{ ${parts.join(", ")} }`;
}

/** Unquoted where every reader of YAML reads a text, else in quotes. */
function scalar(text: string): string {
  return /^[A-Za-z][\w .-]*[\w.]$|^[A-Za-z]$/u.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

/** Words that are no texts in some version of YAML. */
const WORDS = /^(y|n|yes|no|on|off|true|false|null)$/iu;
