import { writeTableSource } from "@tablewright/core";
import { zoneOf } from "@tablewright/core/compiler";
import type { DatabaseDescription } from "@tablewright/store-sql";
import { commentText, yamlText } from "../yaml-text.ts";
import { draftIntrospected, type IntrospectedTable } from "./draft-tables.ts";
import { findRefs, type Refs } from "./find-refs.ts";
import { writeColumn } from "./write-column.ts";

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
  const drafts = draftIntrospected({
    ...database,
    tables: database.tables.filter((one) => !own.includes(one)),
  });
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
        : `${name} is left out: a store keeps its catalogue or its rows in it`,
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

/** A table of a definition, as lines. One without a key is written as a comment, for a person to name one. */
function writeTable(table: IntrospectedTable, refs: Refs): readonly string[] {
  const { described, name, columns, leftOut, key } = table;
  const { schema } = described;
  const source = writeTableSource({ ...(schema === undefined ? {} : { schema }), table: described.name });
  if (source === undefined) return []; // it has no name
  if (columns.length === 0)
    return [`# ${commentText(name)} is left out: none of its columns has a type that is supported.`];
  const changes = changesOf(table);
  const lines = [
    `${yamlText(name)}:`,
    `  source: ${yamlText(source)}`,
    `  key: ${key.length === 0 ? "[]" : yamlText(key.map((part) => part.name))}`,
    ...(changes.length === 3 ? [] : [`  updates: ${yamlText(changes)}`]),
    "  columns:",
    ...columns.map((column) => `    ${writeColumn(table, column, refs)}`),
    ...leftOut.map((column) => `    # ${commentText(reasonLeftOut(column))}`),
  ];
  const notes = notesOn(table, refs).map((note) => `# ${commentText(note)}`);
  if (key.length > 0) return [...notes, ...lines];
  const advice = `# The ${described.kind} ${commentText(name)} has no key. Name the columns that tell its rows apart, and remove the # signs:`;
  return [...notes, advice, ...lines.map((line) => `# ${line}`)];
}

function reasonLeftOut({ name, kind, databaseType }: IntrospectedTable["leftOut"][number]): string {
  if (name === "") return "A column without a name is left out: no source can name it";
  if (kind === "binary") return `${name} is left out: no column type holds bytes (${databaseType})`;
  const why =
    databaseType === "a column without a type"
      ? "it has no type, and its rows have values of several kinds or none"
      : `no column type holds ${databaseType}`;
  return `${name} is left out: ${why}; { type: Text, readOnly: true } shows it as a text`;
}

/** Rows cannot be added without a value that the database asks for and no column of the definition has. */
function changesOf({ described: { changes }, leftOut }: IntrospectedTable): readonly string[] {
  const isAddable = leftOut.every((column) => column.nullable || isFilled(column));
  return [
    ...(changes.add && isAddable ? ["add"] : []),
    ...(changes.edit ? ["edit"] : []),
    ...(changes.delete ? ["delete"] : []),
  ];
}

/** Policies are written for the users of the database, and its user here is that of the store. */
function notesOnRowSecurity({ rowSecurity }: IntrospectedTable["described"]): readonly string[] {
  if (rowSecurity === undefined) return [];
  const { policies, isForThisUser } = rowSecurity;
  const by = policies.length === 0 ? "and no policy shows any" : `by ${policies.join("; ")}`;
  const whom = isForThisUser ? "" : "; this user of it sees all, so does every caller here";
  const settings = new Set(
    policies.flatMap((policy) => policy.match(/(?<=current_setting\(')[^']+/gu) ?? []),
  );
  return [
    `The database hides rows by row-level security, ${by}${whom}.`,
    ...(settings.size === 0
      ? []
      : [
          `Its policies read settings: say in the address of the store what they are of the caller, such as call_settings=${[...settings].map((name) => `${name}:email`).join()}.`,
        ]),
  ];
}

function isFilled(column: IntrospectedTable["leftOut"][number]): boolean {
  return column.default !== undefined || column.identity !== undefined || column.generated !== undefined;
}

function notesOn(table: IntrospectedTable, refs: Refs): readonly string[] {
  const { described, leftOut } = table;
  const needed = leftOut.filter((column) => !column.nullable && !isFilled(column)).map(({ name }) => name);
  return [
    ...(commentText(described.comment ?? "") === "" ? [] : [described.comment ?? ""]),
    ...(described.refusal === undefined
      ? []
      : [`Not every change of rows is offered: ${described.refusal}.`]),
    ...notesOnRowSecurity(described),
    ...described.checks.map((check) => `The database checks: ${check}`),
    ...described.uniques
      .filter(
        (key) => key.length > 1 && key.join("\0") !== table.key.map((part) => part.described.name).join("\0"),
      )
      .map((key) => `The database keeps (${key.join(", ")}) unique.`),
    ...refs.notes.filter(({ column }) => column === undefined).map(({ text }) => text),
    ...(described.changes.add && needed.length > 0
      ? [`Rows cannot be added, because the database needs a value of ${needed.join(", ")}.`]
      : []),
  ];
}
