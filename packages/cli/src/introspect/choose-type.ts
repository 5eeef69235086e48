import type { ColumnDescription } from "@tablewright/store-sql";
import { wordsOf } from "./words-of.ts";
import type { PlainValue } from "./yaml-text.ts";

/** A column type and the members that go with it. */
export interface ChosenType {
  readonly type: string;
  readonly members: Readonly<Record<string, PlainValue>>;
}

/**
 * The type of a column of a definition; undefined for values that have no column type. A name decides only between types
 * that read and keep the same: what a key is made of has none of these.
 */
export function chooseType(column: ColumnDescription, isKey: boolean): ChosenType | undefined {
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
