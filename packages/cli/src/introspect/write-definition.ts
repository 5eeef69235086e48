import { parsedJson, writeTableSource } from "@tablewright/core";
import { zoneOf } from "@tablewright/core/compiler";
import type { DatabaseDescription } from "@tablewright/store-sql";
import { type GuessedColumn, guessFromValues, writeGuess } from "../guess-column-types.ts";
import { commentText, type PlainValue, yamlText } from "../yaml-text.ts";
import {
  draftIntrospected,
  type IntrospectedColumn,
  type IntrospectedTable,
  wordsOf,
} from "./draft-tables.ts";
import { findRefs, type Refs } from "./find-refs.ts";

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

/** A column of a definition on one line, with what else is to be known of it after it. */
function writeColumn(table: IntrospectedTable, column: IntrospectedColumn, refs: Refs): string {
  const members = Object.entries(membersOf(table, column, refs))
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${yamlText(value)}`]))
    .join(", ");
  const notes = notesOnColumn(table, column, refs).map(commentText).join("; ");
  return `${yamlText(column.name)}: { ${members} }${notes === "" ? "" : ` # ${notes}`}`;
}

function membersOf(
  table: IntrospectedTable,
  column: IntrospectedColumn,
  refs: Refs,
): Readonly<Record<string, PlainValue | undefined>> {
  const { described, chosen, name } = column;
  const target = refs.targets.get(column)?.table;
  const isReadOnly =
    described.generated !== undefined || described.identity === "always" || !described.isWritable;
  const isFilled = described.default !== undefined || described.identity !== undefined;
  const isRequired =
    !described.nullable &&
    !isFilled &&
    !isReadOnly &&
    described.kind !== "list" &&
    (described.kind !== "text" || isNeverEmpty(table, column)) &&
    !table.key.includes(column);
  return {
    ...(target === undefined ? { type: chosen.type } : { type: "Ref", table: target.name }),
    source: described.name === name ? undefined : described.name,
    readOnly: isReadOnly && isWritten(table) ? true : undefined,
    required: isRequired && isWritten(table) ? true : undefined,
    label: labelOf(table, refs) === column ? true : undefined,
    ...(target === undefined ? chosen.members : { onDelete: onDeleteOf(table, column, refs) }),
    description: described.comment?.trim() || undefined,
  };
}

/** Whether rows or checks show that a text is more than not NULL: many programs keep an empty text where they know nothing. */
function isNeverEmpty(
  { described: { checks } }: IntrospectedTable,
  { described }: IntrospectedColumn,
): boolean {
  const { name, values, isFilled } = described;
  const isChecked = (check: string) => check.includes(name) && NOT_EMPTY.test(check);
  return isFilled === true || values?.includes("") === false || checks.some(isChecked);
}

/** Such as `name <> ''::text` and `length(name) > 0`. */
const NOT_EMPTY = /(?:<>|!=)\s*''|length\W.*>\s*0|length\W.*>=\s*1\b/iu;

/** What the engine does of its own accord as the database would, with rules and a history of it, or errors in words. */
function onDeleteOf(
  { key, described: { changes } }: IntrospectedTable,
  column: IntrospectedColumn,
  { targets }: Refs,
): "restrict" | "clear" | "delete" | undefined {
  const { nullable, isWritable, generated } = column.described;
  switch (targets.get(column)?.key.onDelete) {
    case "refuse":
      return "restrict";
    case "cascade":
      return changes.delete ? "delete" : undefined;
    case "set null":
      return nullable && isWritable && generated === undefined && changes.edit && !key.includes(column)
        ? "clear"
        : undefined;
    default:
      return undefined;
  }
}

/** What rows are called by: the first text whose name says that it is a name. */
function labelOf({ columns, key }: IntrospectedTable, { targets }: Refs): IntrospectedColumn | undefined {
  return columns.find(
    (column) =>
      column.chosen.type === "Text" &&
      !key.includes(column) &&
      !targets.has(column) &&
      /^(?:name|title|label)$/u.test(wordsOf(column.name).at(-1) ?? ""),
  );
}

function notesOnColumn(table: IntrospectedTable, column: IntrospectedColumn, refs: Refs): readonly string[] {
  const { described } = column;
  const { name, generated, identity, default: value } = described;
  const onDelete = refs.targets.get(column)?.key.onDelete ?? "refuse";
  const notes = refs.notes.filter((note) => note.column === column).map(({ text }) => text);
  if (generated !== undefined) notes.unshift(`the database computes it: ${generated}`);
  if (identity !== undefined)
    notes.unshift(`the database fills it${identity === "always" ? "" : " when it is left out"}`);
  if (value !== undefined) notes.unshift(`default: ${value}`);
  if (table.key.includes(column) && described.isLoose === true) notes.push(LOOSE);
  if (EXACT_MOMENTS.has(described.kind) && column.chosen.type === "Text")
    notes.push("a Text, as other types have no fractions of a second, and so could not tell rows apart");
  if (described.kind === "other" || described.kind === "array")
    notes.push(`${described.databaseType}, as the text that the database writes of it`);
  if (!described.isWritable && isWritten(table)) notes.push("this user may not write it");
  const shape = shapeOf(described.samples ?? []);
  if (shape !== undefined) notes.push(`rows look like ${shape}`);
  for (const seen of described.seen ?? []) notes.push(seen);
  if (table.described.uniques.some((key) => key.length === 1 && key[0] === name) && table.key[0] !== column)
    notes.push("unique");
  if (onDelete !== "refuse" && onDeleteOf(table, column, refs) === undefined) notes.push(ON_DELETE[onDelete]);
  return refs.targets.has(column) ? [...notes, ...boundsOf(column)] : notes;
}

const LOOSE = "found as the database compares it, which ignores case, accents or blanks at the end";

const EXACT_MOMENTS: ReadonlySet<string> = new Set(["datetime", "instant", "time"]);

const ON_DELETE = {
  cascade: "the database deletes the row with the one it refers to",
  "set null": "the database empties it when the row it refers to is deleted",
  "set default": "the database sets its default when the row it refers to is deleted",
};

/** What a Ref has no members for. */
function boundsOf({ chosen: { members } }: IntrospectedColumn): readonly string[] {
  const bounds = Object.entries(members).filter(([name]) => ["values", "min", "max"].includes(name));
  return bounds.map(([name, value]) => `the database checks its ${name}: ${yamlText(value)}`);
}

/** Whether callers can add or edit rows at all. */
function isWritten({ described: { changes } }: IntrospectedTable): boolean {
  return changes.add || changes.edit;
}

/** What JSON of some rows has in common, which other rows need not have; undefined where it is no object and no list. */
function shapeOf(samples: readonly string[]): string | undefined {
  const values = samples.map((text) => parsedJson(text) ?? null);
  const type = guessFromValues(values);
  return typeof type === "string" || isEmpty(type) ? undefined : writeGuess(type);
}

function isEmpty(type: GuessedColumn): boolean {
  return typeof type === "object" && type.type === "Object" && Object.keys(type.fields).length === 0;
}
