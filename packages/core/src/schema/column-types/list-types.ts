import { itemsOf } from "../../expression/parts.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { readText, showCell } from "./cell-text.ts";
import { checkChoice, findChoice } from "./choice-types.ts";
import type { CellError, ColumnFiller, ColumnType, ReadCell, Reading, Writing } from "./column-type.ts";
import { defineColumnType } from "./define-column-type.ts";
import { textType } from "./text-types.ts";

/** A computed list, such as the rows that point at a row. */
export const listType = defineListType(
  {
    name: "List",
    summary: "A list that a formula computes.",
    options: ["itemType", "table"],
    filledBy: "formula",
  },
  textType,
);

/** Any number of the declared values. */
export const enumListType = defineListType(
  {
    name: "EnumList",
    summary: "Any number of a list of values.",
    options: ["values", "allowOtherValues", "itemType", "table", "separator"],
    filledBy: "caller",
  },
  textType,
);

/** Items of a list in a cell. */
const MOST_ITEMS = 100_000;

interface ListDeclaration extends Pick<ColumnType, "name" | "summary" | "options"> {
  readonly filledBy: ColumnFiller;
}

/** A type of lists over the type of their items. A blank is a list without items. */
function defineListType(declaration: ListDeclaration, item: ColumnType): ColumnType {
  return defineColumnType({
    ...declaration,
    storage: "json",
    mayBeKey: false,
    mayBeItem: false,
    expected: "a list",
    expressionType: (options, tables) => ({ kind: "List", item: item.expressionType(options, tables) }),
    readCell: (cell, reading) => readItems(item, cell, reading),
    writeText: (value, writing) => writeItems(item, value, writing),
    check: (value, writing) => {
      const errors = checkItems(item, value, writing);
      return errors.length > 0 ? errors : checkReadsBack(item, value, writing, declaration.filledBy);
    },
    over: (base) => defineListType(declaration, base),
  });
}

function readItems(item: ColumnType, cell: JsonValue, reading: Reading): ReadCell | undefined {
  const cells = cellsOf(item, cell, reading);
  if (!Array.isArray(cells)) return cells as ReadCell | undefined;
  if (cells.length > MOST_ITEMS) return { code: "limit/cell-items", details: { limit: MOST_ITEMS } };
  const isExact = isOfAnyTexts(item, reading.options);
  const items: Value[] = [];
  for (const one of cells) {
    const read = item.read(typeof one === "string" && !isExact ? one.trim() : one, reading);
    if (!("value" in read)) return read;
    if (isExact && one === "") items.push("");
    else if (read.value !== null) items.push(findChoice(read.value, reading.options.values));
  }
  return { value: items.length === 0 ? null : items };
}

/** The cells of the items, or the error in the text that was to be split. */
function cellsOf(
  item: ColumnType,
  cell: JsonValue,
  reading: Reading,
): readonly JsonValue[] | ReadCell | undefined {
  if (Array.isArray(cell)) return cell;
  if (typeof cell !== "string") return typeof cell === "object" ? undefined : [cell];
  const text = readText(cell);
  if (text === undefined || !("value" in text)) return text;
  const { separator } = reading.options;
  const quoted = isOfAnyTexts(item, reading.options) ? splitQuoted(cell, separator) : undefined;
  return quoted ?? splitList(cell, separator, (part) => isOneItem(item, part, reading));
}

/** Any text could be one item, so of texts only those that are declared count; other items have to read as one. */
function isOneItem(item: ColumnType, part: string, reading: Reading): boolean {
  const read = item.read(part, reading);
  if (!("value" in read)) return false;
  const { values = [], separator } = reading.options;
  const takesAnyText = "value" in item.read(bareSeparator(separator), reading);
  return !takesAnyText || values.includes(findChoice(read.value, values));
}

function writeItems(item: ColumnType, value: Value, writing: Writing): string {
  const { separator } = writing.options;
  const isExact = isOfAnyTexts(item, writing.options);
  return itemsOf(value)
    .map((one) => item.writeText(one, writing))
    .map((one) => (isExact ? quotedIfNeeded(one, separator) : one))
    .join(separator);
}

/** Whether its items are what is sent, to the letter; those of other lists are choices, which people write in their ways. */
function isOfAnyTexts(item: ColumnType, { values, allowOtherValues }: Reading["options"]): boolean {
  return item === textType && values === undefined && allowOtherValues === true;
}

function checkItems(item: ColumnType, list: Value, writing: Writing): readonly CellError[] {
  const { values, allowOtherValues } = writing.options;
  const isChecked = values !== undefined && !allowOtherValues;
  return itemsOf(list).flatMap((one) => [
    ...item.check(one, writing),
    ...(isChecked ? checkChoice(one, values, (choice) => item.writeText(choice, writing)) : []),
  ]);
}

/** An item with the separator in it would come back as two items from a caller that takes lists as text. */
function checkReadsBack(
  item: ColumnType,
  list: Value,
  writing: Writing,
  filledBy: ColumnFiller,
): readonly CellError[] {
  if (filledBy !== "caller") return [];
  const separator = bareSeparator(writing.options.separator);
  return itemsOf(list).flatMap((one) => {
    const back = readItems(item, writeItems(item, [one], writing), { ...writing, timeZone: "UTC" });
    const isSplit = back === undefined || !("value" in back) || itemsOf(back.value).length > 1;
    const value = showCell(item.writeText(one, writing));
    return isSplit ? [{ code: "cell/separator", details: { value, separator } }] : [];
  });
}

/**
 * The items of a list that was sent as text, blanks around them removed, empty ones left out: split on the separator,
 * then on the separator without its blanks (`,` for ` , `), except where a part with one in it is an item unchanged.
 */
function splitList(text: string, separator: string, isItem: (part: string) => boolean): string[] {
  const bare = bareSeparator(separator);
  const parts = text.split(separator).flatMap((part) => {
    const trimmed = part.trim();
    return bare === separator || !trimmed.includes(bare) || isItem(trimmed) ? trimmed : trimmed.split(bare);
  });
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The separator without the blanks around it; itself when it is nothing but blanks. */
function bareSeparator(separator: string): string {
  return separator.trim() || separator;
}

/**
 * The items of a list some of which are in quotes, where quotes of their own are doubled, to the letter; undefined for a text in
 * which quotes are used otherwise, or not at all.
 */
function splitQuoted(text: string, separator: string): string[] | undefined {
  if (!text.includes('"')) return undefined;
  const bare = bareSeparator(separator);
  const items: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const quoted = bare.trim() === "" ? QUOTED : QUOTED_BETWEEN_BLANKS;
    quoted.lastIndex = at;
    const [all, inside] = quoted.exec(text) ?? [];
    const end = all === undefined ? endOfItem(text, bare, at) : at + all.length;
    if (end < text.length && !text.startsWith(bare, end)) return undefined;
    const item = inside?.replaceAll('""', '"') ?? text.slice(at, end).trim();
    if (all === undefined && item.startsWith('"')) return undefined;
    if (all !== undefined || item !== "") items.push(item);
    at = end + bare.length;
  }
  return items;
}

const QUOTED = /"((?:[^"]|"")*)"/uy;
const QUOTED_BETWEEN_BLANKS = /\s*"((?:[^"]|"")*)"\s*/uy;

function endOfItem(text: string, bare: string, at: number): number {
  const end = text.indexOf(bare, at);
  return end < 0 ? text.length : end;
}

/** An item as `splitQuoted` and `splitList` give it back. */
function quotedIfNeeded(item: string, separator: string): string {
  const isPlain =
    item !== "" && item === item.trim() && !item.startsWith('"') && !item.includes(bareSeparator(separator));
  return isPlain ? item : `"${item.replaceAll('"', '""')}"`;
}
