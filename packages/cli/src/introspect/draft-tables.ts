import { suggest } from "@tablewright/core";
import { foldName } from "@tablewright/core/compiler";
import type { ColumnDescription, DatabaseDescription, TableDescription } from "@tablewright/store-sql";
import type { PlainValue } from "../yaml-text.ts";

/** A table of a definition before its Refs are known. */
export interface IntrospectedTable {
  readonly described: TableDescription;
  readonly name: string;
  /** In the table's order, those that a definition has a type for. */
  readonly columns: readonly IntrospectedColumn[];
  readonly leftOut: readonly ColumnDescription[];
  /** Empty where no columns are known to identify rows. */
  readonly key: readonly IntrospectedColumn[];
}

export interface IntrospectedColumn {
  readonly described: ColumnDescription;
  readonly name: string;
  readonly chosen: ChosenType;
}

/**
 * A name for a definition for each name of a database: the same wherever a definition takes it, expressions can write it and no other
 * name differs from it only in case or in how accents are written. `others` are names to try before numbers are put after.
 */
function freeNames(names: readonly string[], others: readonly string[] = []): readonly string[] {
  const taken = new Set<string>();
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(foldName(name))) return undefined;
    taken.add(foldName(name));
    return name;
  };
  const readableNames = names.map((name) => (readable(name) === name ? take(name) : undefined));
  return readableNames.map((name, position) => {
    if (name !== undefined) return name;
    const base = readable(names[position] ?? "");
    const other = others[position];
    let free = take(base) ?? take(other === undefined ? undefined : readable(other));
    for (let number = 2; free === undefined; number++) free = take(`${base} ${number}`);
    return free;
  });
}

/** Without what no expression can write, and what expressions and calls give another meaning. */
function readable(name: string): string {
  const visible = name.replaceAll(/\p{Cc}+/gu, " ").toWellFormed();
  const written = visible.includes("]") ? visible.replaceAll("[", "(").replaceAll("]", ")") : visible;
  const plain = RESERVED.test(written) ? written.replaceAll(/^_+|_+$/gu, "") : written;
  return plain.trim() === "" ? "unnamed" : plain.trim();
}

const RESERVED = /^(?:_(?:rownumber|computedkey|param|this.*)|__proto__)$/iu;

/** The tables by the order of their names; views come in between. */
export function draftIntrospected({ tables }: DatabaseDescription): readonly IntrospectedTable[] {
  const ordered = tables.toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.schema ?? "", b.schema ?? ""),
  );
  const names = freeNames(
    ordered.map(({ name }) => name),
    ordered.map(({ schema, name }) => (schema === undefined ? name : `${schema} ${name}`)),
  );
  return ordered.map((described, position) => draftTable(described, names[position] ?? ""));
}

function draftTable(described: TableDescription, name: string): IntrospectedTable {
  const typed = described.columns.filter(isTyped);
  const keyNames = findKey(described, typed);
  const names = freeNames(typed.map((column) => column.name));
  const columns = typed.flatMap((column, position) => {
    const chosen = chooseType(column, keyNames.includes(column.name));
    return chosen === undefined ? [] : [{ described: column, name: names[position] ?? "", chosen }];
  });
  const key = keyNames.flatMap((part) => columns.find((column) => column.described.name === part) ?? []);
  return { described, name, columns, leftOut: described.columns.filter((one) => !isTyped(one)), key };
}

/** A column without a name can be named by no source. */
function isTyped(column: ColumnDescription): boolean {
  return column.name !== "" && chooseType(column, false) !== undefined;
}

/** The same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The names of the columns that identify rows: the primary key, else the shortest unique key without empty values. Empty
 * where there is none, or where a part of it has no type.
 */
function findKey(
  { primaryKey, uniques }: TableDescription,
  typed: readonly ColumnDescription[],
): readonly string[] {
  const isUsable = (key: readonly string[]) =>
    key.length > 0 &&
    key.every((part) => typed.some(({ name, kind }) => name === part && !NO_KEYS.has(kind)));
  if (isUsable(primaryKey)) return primaryKey;
  const isFilled = (part: string) => typed.some(({ name, nullable }) => name === part && !nullable);
  const others = uniques.filter((key) => isUsable(key) && key.every(isFilled));
  return others.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** What no key has in a definition. */
const NO_KEYS: ReadonlySet<ColumnDescription["kind"]> = new Set(["list", "json"]);

/** The database with only the tables of a list such as `film,sakila.store`; a sentence when one of them is not there. */
export function chooseTables(database: DatabaseDescription, list: string): DatabaseDescription | string {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const chosen = new Set<TableDescription>();
  for (const name of names) {
    const matches = tablesNamed(database.tables, name);
    if (matches.length === 0) {
      const nearest = suggest(
        name,
        database.tables.map((table) => table.name),
      );
      return `There is no table "${name}" here.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
    }
    for (const table of matches) chosen.add(table);
  }
  return { ...database, tables: [...chosen], unreadable: [] };
}

/** Exactly, else but for upper and lower case; a name without a schema in all of those that were read. */
function tablesNamed(tables: readonly TableDescription[], name: string): readonly TableDescription[] {
  const namesOf = ({ schema, name: own }: TableDescription) => [own, `${schema}.${own}`];
  const exact = tables.filter((table) => namesOf(table).includes(name));
  if (exact.length > 0) return exact;
  return tables.filter((table) => namesOf(table).some((one) => one.toLowerCase() === name.toLowerCase()));
}

/** A column type and the members that go with it. */
interface ChosenType {
  readonly type: string;
  readonly members: Readonly<Record<string, PlainValue>>;
}

/**
 * The type of a column of a definition; undefined for values that have no column type. A name decides only between types
 * that read and keep the same: what a key is made of has none of these.
 */
function chooseType(column: ColumnDescription, isKey: boolean): ChosenType | undefined {
  const values = column.values?.filter(isValue) ?? [];
  if (column.isBeyondDoubles && isKey) return plain("Text");
  switch (column.kind) {
    case "text":
    case "enum":
      return values.length > 0 ? { type: "Enum", members: { values } } : chooseText(column, isKey);
    case "integer":
      if (column.instantUnit !== undefined && !isKey)
        return { type: "DateTime", members: { instant: column.instantUnit } };
      return values.length > 0
        ? { type: "Enum", members: { itemType: "Number", values: values.map(Number) } }
        : exactIf(column.isBeyondDoubles === true, numeric("Number", column));
    case "decimal":
      return chooseDecimal(column, isKey);
    case "float":
      return numeric(isMoney(column) && !isKey ? "Price" : "Decimal", column);
    case "list":
      return values.length > 0
        ? { type: "EnumList", members: { values } }
        : { type: "EnumList", members: { allowOtherValues: true } };
    case "json":
      return plain("Json");
    case "uuid":
      return { type: "Text", members: { maxLength: 36 } };
    case "datetime":
    case "instant":
    case "time":
      if (isKey && column.hasFractions) return plain("Text");
      return { type: PLAIN[column.kind] ?? "", members: column.kind === "instant" ? { instant: true } : {} };
    case "array":
    case "other":
      return NO_TEXTS.test(column.databaseType) ? undefined : plain("Text");
    default:
      return PLAIN[column.kind] === undefined ? undefined : plain(PLAIN[column.kind] ?? "");
  }
}

/** Where a text would be of no use, or another value than the one that it was read of. */
const NO_TEXTS = /^(?:tsvector|any|a column without a type)$|\.(?:geometry|geography|raster)\b/u;

/** An empty text is a blank, and no text here holds NUL. */
function isValue(value: string): boolean {
  return value !== "" && !value.includes("\0");
}

const PLAIN: Readonly<Partial<Record<ColumnDescription["kind"], string>>> = {
  boolean: "Yes/No",
  date: "Date",
  time: "Time",
  datetime: "DateTime",
  instant: "DateTime",
  interval: "Duration",
};

function plain(type: string): ChosenType {
  return { type, members: {} };
}

function numeric(type: string, { min, max }: ColumnDescription, digits?: number): ChosenType {
  const members = {
    ...(digits === undefined ? {} : { decimalDigits: digits }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  return { type, members };
}

function chooseText({ name, length }: ColumnDescription, isKey: boolean): ChosenType {
  const members: ChosenType["members"] =
    length === undefined || length > LONGEST ? {} : { maxLength: length };
  if (isKey) return { type: "Text", members };
  const words = wordsOf(name).join(" ");
  const [type] = TEXT_NAMES.find(([, names]) => names.test(words)) ?? [];
  const mayBeLong = length === undefined || length > SHORT;
  const isLong = (length ?? 0) > LONG || (mayBeLong && LONG_NAMES.test(words));
  return { type: type ?? (isLong ? "LongText" : "Text"), members };
}

/** By the end of the name. */
const TEXT_NAMES: readonly (readonly [type: string, names: RegExp])[] = [
  ["Email", /(?:^| )e ?mail(?: address)?$/u],
  ["Phone", /(?:^| )(?:(?:tele)?phone|mobile|fax)(?: (?:number|no))?$/u],
  ["Url", /(?:^| )(?:url|website)$/u],
];

const LONG_NAMES = /(?:^| )(?:description|notes?|comments?|remarks|body|content|summary|biography)$/u;

/** Characters of a line, of more than some lines, and those that a text has at most. */
const SHORT = 100;
const LONG = 500;
const LONGEST = 1_048_576;

function chooseDecimal(column: ColumnDescription, isKey: boolean): ChosenType {
  const { precision, scale } = column;
  if (scale !== undefined && scale <= 0 && (precision ?? 0) - scale <= WHOLE_DIGITS)
    return exactIf(column.isBeyondDoubles === true, numeric("Number", column));
  const type = isMoney(column) && !isKey ? "Price" : "Decimal";
  const chosen = numeric(type, column, scale === undefined || scale < 0 ? undefined : scale);
  const isLong = column.keepsDigits === true && (precision ?? 0) > WHOLE_DIGITS;
  return exactIf((isLong && !isKey) || column.isBeyondDoubles === true, chosen);
}

/** Numbers that no double is keep their digits, as far as the column keeps them itself. */
function exactIf(isExact: boolean, { type, members }: ChosenType): ChosenType {
  return { type, members: isExact ? { ...members, digits: "exact" } : members };
}

/** Digits of whole numbers that are all exact. */
const WHOLE_DIGITS = 15;

function isMoney({ name }: ColumnDescription): boolean {
  return MONEY.includes(wordsOf(name).at(-1) ?? "");
}

const MONEY = [
  ...["price", "cost", "amount", "total", "subtotal", "fee", "freight", "salary", "wage"],
  ...["budget", "revenue", "balance", "payment", "deposit"],
];

/** The words of a name in lower case: `UnitPrice`, `unit_price` and `Unit Price` are unit and price. */
export function wordsOf(name: string): readonly string[] {
  const parted = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return parted.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
