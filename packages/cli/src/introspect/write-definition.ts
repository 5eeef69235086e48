import { zoneOf } from "@tablewright/core/compiler";
import type { DatabaseDescription } from "@tablewright/store-sql";
import { draftTables } from "./draft-tables.ts";
import { findRefs } from "./find-refs.ts";
import { writeTable } from "./write-table.ts";
import { commentText, yamlText } from "./yaml-text.ts";

/** A definition over the tables of a database, and what a person should know about it. */
export interface WrittenDefinition {
  readonly text: string;
  readonly tables: number;
  readonly columns: number;
  /** The names of those that are only written as comments. */
  readonly withoutKey: readonly string[];
  readonly columnsLeftOut: number;
}

/** `accessKey` is the SHA-256 of the key with which the application is called. */
export function writeDefinition(database: DatabaseDescription, accessKey: string): WrittenDefinition {
  const own = database.tables.filter(({ name, isOurs }) => isOurs || name === "");
  const drafts = draftTables({ ...database, tables: database.tables.filter((one) => !own.includes(one)) });
  const refs = findRefs(drafts);
  const tables = drafts.flatMap((draft, position) => [
    ...(position === 0 ? [] : [""]),
    ...writeTable(draft, refs.get(draft) ?? NO_REFS),
  ]);
  const usable = drafts.filter(({ key }) => key.length > 0);
  const left = [
    ...own.map(({ name, kind }) =>
      name === ""
        ? `A ${kind} without a name is left out: no source can name it`
        : `${name} is left out: a store keeps its books in it, or rows of its own`,
    ),
    ...database.unreadable.map(({ name, reason }) => `${name} is left out: ${reason}`),
  ].map((note) => `# ${commentText(note)}`);
  const text = [
    `# The tables of the ${database.product} database ${commentText(JSON.stringify(database.name))}, as tablewright introspect found them.`,
    "# The file is yours now: change names, types and rules; each source says where rows lie. Then: tablewright check <file>",
    "tablewright: 1",
    "app:",
    `  id: ${yamlText(idFrom(database.name))}`,
    `  name: ${yamlText(database.name.trim() === "" ? "Database" : database.name)}`,
    "  locale: en-US",
    `  timezone: ${yamlText(zoneOf(database.timeZone ?? "UTC") ?? "UTC")}`,
    "  api:",
    "    enabled: true",
    "    accessKeys:",
    `      - { name: first, sha256: "${accessKey}" }`,
    usable.length === 0 ? "tables: {}" : "tables:",
    ...[...tables, ...(left.length > 0 ? ["", ...left] : [])].map((line) => (line === "" ? "" : `  ${line}`)),
    "",
  ].join("\n");
  return {
    text,
    tables: usable.length,
    columns: usable.reduce((sum, { columns }) => sum + columns.length, 0),
    withoutKey: drafts.filter(({ key }) => key.length === 0).map(({ name }) => name),
    columnsLeftOut: drafts.reduce((sum, { leftOut }) => sum + leftOut.length, 0),
  };
}

const NO_REFS = { targets: new Map(), notes: [] };

/** The part of the path of every call that names the application. */
function idFrom(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
  return id === "" ? "database" : id;
}
