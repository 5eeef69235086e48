import { parsedJson } from "@tablewright/core";
import { type GuessedColumn, guessFromValues, writeGuess } from "../guess-column-types.ts";
import { commentText, type PlainValue, yamlText } from "../yaml-text.ts";
import { type IntrospectedColumn, type IntrospectedTable, wordsOf } from "./draft-tables.ts";
import type { Refs } from "./find-refs.ts";

/** A column of a definition on one line, with what else is to be known of it after it. */
export function writeColumn(table: IntrospectedTable, column: IntrospectedColumn, refs: Refs): string {
  const members = Object.entries(membersOf(table, column, refs))
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${yamlText(value)}`]))
    .join(", ");
  const notes = notesOn(table, column, refs).map(commentText).join("; ");
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

function notesOn(table: IntrospectedTable, column: IntrospectedColumn, refs: Refs): readonly string[] {
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
