import { type ColumnDefinition, loadDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/** Types that can be inferred from cells, the narrowest first. */
export const PROPOSED_TYPES = [
  "Yes/No",
  "Number",
  "Percent",
  "Price",
  "Decimal",
  "Date",
  "DateTime",
  "Time",
  "Duration",
  "Email",
  "Url",
] as const;

export type ColumnTypeName = (typeof PROPOSED_TYPES)[number];

/** Whether cells are of a type, as a column of that type would say in a Locale. */
export class TypeReaders {
  readonly #columns: ReadonlyMap<string, ColumnDefinition>;
  readonly #locale: string;

  constructor(locale: string) {
    this.#locale = locale;
    const columns = Object.fromEntries(PROPOSED_TYPES.map((type) => [type, { type }]));
    const list = { type: "EnumList", allowOtherValues: true };
    const tables = { Probe: { key: ["Number"], columns: { ...columns, List: list } } };
    const { output } = loadDefinition(
      JSON.stringify({ tablewright: 1, app: { id: "probe", name: "Probe" }, tables }),
    );
    this.#columns = new Map(output?.tables.get("Probe")?.columns.map((column) => [column.name, column]));
  }

  takes(type: ColumnTypeName, cell: JsonValue): boolean {
    return this.read(type, cell) !== undefined;
  }

  /** Whether a list of JSON is one of texts. */
  takesList(cell: readonly JsonValue[]): boolean {
    const column = this.#columns.get("List");
    const writing = { locale: this.#locale, options: column?.options ?? {} } as Parameters<
      ColumnDefinition["columnType"]["check"]
    >[1];
    const read = column?.columnType.read(cell as JsonValue, { ...writing, timeZone: "UTC" });
    return (
      read !== undefined && "value" in read && column?.columnType.check(read.value, writing).length === 0
    );
  }

  /** The value of a cell; undefined where it is none of the type. */
  read(type: ColumnTypeName, cell: JsonValue): unknown {
    const column = this.#columns.get(type);
    if (column === undefined || !MAY_BE[type](cell)) return undefined;
    const writing = { locale: this.#locale, options: column.options };
    const read = column.columnType.read(cell, { ...writing, timeZone: "UTC" });
    const isOfType = "value" in read && column.columnType.check(read.value, writing).length === 0;
    return isOfType ? read.value : undefined;
  }
}

const isText = (cell: JsonValue) => typeof cell === "string";
const matches = (pattern: RegExp) => (cell: JsonValue) => typeof cell === "string" && pattern.test(cell);
const any = () => true;

/** What a cell has to look like besides: types are generous in what they take. */
const MAY_BE: Readonly<Record<ColumnTypeName, (cell: JsonValue) => boolean>> = {
  "Yes/No": (cell) =>
    typeof cell === "boolean" || (isText(cell) && /^(y|n|yes|no|true|false)$/iu.test(String(cell))),
  Number: (cell) => typeof cell !== "boolean",
  Percent: matches(/%\s*$/u),
  Price: any,
  Decimal: (cell) => typeof cell === "number" || !/\p{Sc}|%/u.test(String(cell)),
  Date: isText,
  DateTime: isText,
  Time: isText,
  Duration: matches(/^-?\d+:\d\d:\d\d$/u),
  Email: matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u),
  Url: matches(/^https?:\/\/\S+$/iu),
};

/** Whether the cells of one column are, or could as well be, dates or numbers as another Locale writes them; gathered cell by cell. */
export class OtherWritings {
  /** Those that have read every cell so far. */
  #writings: readonly Writing[];

  constructor(locales: ReadonlyMap<LocaleName, TypeReaders>) {
    this.#writings = [...locales].flatMap(([locale, readers]) =>
      TYPES.map((type) => ({ locale, readers, type })),
    );
  }

  add(cell: JsonValue, readers: TypeReaders): void {
    this.#writings = this.#writings.flatMap((writing) => {
      const other = writing.readers.read(writing.type, cell);
      if (other === undefined) return [];
      const isSame = readers.read(writing.type, cell) === other;
      return [isSame || writing.sample !== undefined ? writing : { ...writing, sample: String(cell) }];
    });
  }

  /** What to say to a user whose column is of the type; undefined where no other Locale would change anything. */
  note(type: string): string | undefined {
    const different = this.#writings.filter(({ sample }) => sample !== undefined);
    const alike = different.find(({ locale, sample }) => sample?.includes(LOCALES[locale])) ?? different[0];
    if (alike === undefined) return undefined;
    const { locale, sample, type: other } = alike;
    const [what, types] = other === "Price" ? ["numbers", NUMBERS] : ["dates", DATES];
    const cells = `"${sample}" and all others are ${what} as ${locale} writes them`;
    if (types.includes(type))
      return `${cells}, too, but other ones: add --locale ${locale} if those are meant`;
    return TEXTS.includes(type) ? `${cells}: add --locale ${locale} to have them read so` : undefined;
  }
}

interface Writing {
  readonly locale: LocaleName;
  readonly readers: TypeReaders;
  readonly type: (typeof TYPES)[number];
  /** The first cell that has another value there, or the only cell that has one there. */
  readonly sample?: string;
}

/** The Locales to compare with, without the one that files are read in. */
export function otherLocales(locale: string): ReadonlyMap<LocaleName, TypeReaders> {
  const others = (Object.keys(LOCALES) as LocaleName[]).filter((other) => other !== locale);
  return new Map(others.map((other) => [other, new TypeReaders(other)]));
}

/** Month first, day first, a comma before decimals; and the separator within dates that identifies the Locale of a file. */
const LOCALES = { "en-US": "/", "en-GB": "/", "de-DE": "." } as const;

type LocaleName = keyof typeof LOCALES;

const TYPES = ["Date", "DateTime", "Price"] as const satisfies readonly ColumnTypeName[];

const NUMBERS: readonly string[] = ["Number", "Price", "Decimal"];
const DATES: readonly string[] = ["Date", "DateTime"];
const TEXTS: readonly string[] = ["Text", "LongText", "Enum", "EnumList"];

/** The members of a proposed column, in the order in which they are written. */
export interface ProposedColumn {
  readonly type: string;
  readonly values?: readonly string[];
  readonly allowOtherValues?: true;
  readonly table?: string;
  readonly initialValue?: string;
}

/** The type that the cells of a column speak for. */
export function guessType(profile: ColumnProfile): ProposedColumn {
  const { types, filled, hasLeadingZeros, hasLines, longest, lists, objects, texts } = profile;
  if (filled === 0) return { type: "Text" };
  if (objects > 0) return { type: "Json" };
  if (lists > 0) {
    const few = texts !== undefined && texts.size <= MOST_VALUES && filled >= texts.size * LEAST_REPEATS;
    return { type: "EnumList", ...(few ? { values: [...texts].sort() } : { allowOtherValues: true }) };
  }
  const [first] = PROPOSED_TYPES.filter((type) => types.has(type) && !(hasLeadingZeros && type === "Number"));
  if (first === "Number") return { type: isMoney(profile) && profile.hasCents ? "Price" : "Number" };
  if (first === "Price" || first === "Decimal")
    return { type: hasLeadingZerosAlone(profile) ? "Text" : isMoney(profile) ? "Price" : "Decimal" };
  if (first !== undefined) return { type: first };
  const items = fewItems(profile);
  if (items !== undefined) return { type: "EnumList", values: items };
  const values = fewValues(profile);
  if (values !== undefined) return { type: "Enum", values };
  return { type: hasLines || longest > LONG ? "LongText" : "Text" };
}

const LONG = 200;

/** Words for amounts of money, at the end of a word of the name: `UnitPrice`, `Einzelpreis`, `Costs (net)`, and not `Coffee`. */
const MONEY =
  /(price|cost|amount|freight|salary|preis|kosten|betrag|prix|montant|\b(?:total|fee))s?(?![a-z])|(?<=[a-z])(Total|Fee)s?(?![a-z])/u;

/** A sign of money, or a name of it. */
function isMoney({ hasCurrency, name }: ColumnProfile): boolean {
  return hasCurrency || MONEY.test(name) || MONEY.test(name.toLowerCase());
}

/** Post codes and the like: digits that no number begins with, and nothing after a point. */
function hasLeadingZerosAlone({ hasLeadingZeros, types, hasCents }: ColumnProfile): boolean {
  return hasLeadingZeros && types.has("Number") && !hasCents;
}

/** The values of a column that has few, each of them several times. */
function fewValues({
  texts,
  filled,
  blanks,
  longest,
  hasLines,
}: ColumnProfile): readonly string[] | undefined {
  if (texts === undefined || texts.size < 2 || hasLines || longest > LONGEST_VALUE || blanks > filled)
    return undefined;
  return texts.size <= MOST_VALUES && filled >= texts.size * LEAST_REPEATS ? [...texts].sort() : undefined;
}

/** The items of lists, where few make up all of them. */
function fewItems({ texts, filled, hasLines }: ColumnProfile): readonly string[] | undefined {
  if (texts === undefined || hasLines || ![...texts].some((text) => text.includes(SEPARATOR)))
    return undefined;
  const items = new Set([...texts].flatMap((text) => text.split(SEPARATOR)));
  const isFew = items.size <= MOST_VALUES && filled >= items.size * LEAST_REPEATS;
  return isFew && [...items].every((item) => item !== "" && item.length <= LONGEST_VALUE)
    ? [...items].sort()
    : undefined;
}

/** Between the items of a list, as columns of lists are written. */
const SEPARATOR = " , ";

const MOST_VALUES = 12;
const LEAST_REPEATS = 4;
const LONGEST_VALUE = 24;

/** What the cells of one column have in common, gathered row by row. */
export class ColumnProfile {
  readonly name: string;
  /** Its place among the cells of a row. */
  readonly at: number;
  /** Types that take every cell so far. */
  readonly types: Set<ColumnTypeName>;
  readonly otherWritings: OtherWritings;
  blanks = 0;
  filled = 0;
  longest = 0;
  hasLines = false;
  /** Numbers with leading zeros, which are no numbers to people. */
  hasLeadingZeros = false;
  hasCurrency = false;
  /** Whether every number has two decimals. */
  hasCents = true;
  hasRepeats = false;
  /** Whether a text holds what joins the parts of a key. */
  hasSeparator = false;
  /** Lists of JSON, of whose items `texts` are made then. */
  lists = 0;
  /** Objects, and lists of other than single values. */
  objects = 0;
  /** The different texts, until they are too many to be of use. */
  #texts: Set<string> | undefined = new Set();

  constructor(name: string, at: number, types: Iterable<ColumnTypeName>, otherWritings: OtherWritings) {
    this.name = name;
    this.at = at;
    this.types = new Set(types);
    this.otherWritings = otherWritings;
  }

  add(cell: JsonValue | undefined, readers: TypeReaders): void {
    if (cell === undefined || cell === null || cell === "") {
      this.blanks++;
      return;
    }
    this.filled++;
    if (typeof cell === "object") {
      this.types.clear();
      this.hasRepeats = true;
      if (!Array.isArray(cell) || !readers.takesList(cell)) this.objects++;
      else for (const item of cell) this.#remember(String(item).trim());
      this.lists++;
      return;
    }
    const text = String(cell);
    this.#remember(text);
    this.longest = Math.max(this.longest, text.length);
    this.hasSeparator ||= text.includes(": ");
    this.hasLines ||= text.includes("\n");
    this.hasLeadingZeros ||= /^[+-]?0\d/u.test(text);
    this.hasCurrency ||= /\p{Sc}/u.test(text);
    this.hasCents &&= /[.,]\d\d\D*$/u.test(text);
    this.otherWritings.add(cell, readers);
    for (const type of this.types) if (!readers.takes(type, cell)) this.types.delete(type);
  }

  /** Whether every row has a value of its own. */
  get isUnique(): boolean {
    return this.blanks === 0 && this.filled > 0 && !this.hasRepeats && this.#texts !== undefined;
  }

  /** The different texts; undefined where they were too many. */
  get texts(): ReadonlySet<string> | undefined {
    return this.#texts;
  }

  #remember(text: string): void {
    if (this.#texts === undefined) return;
    if (this.#texts.has(text)) this.hasRepeats = true;
    else this.#texts.add(text);
    if (this.#texts.size > (this.hasRepeats ? MOST_REPEATED : MOST_UNIQUE)) this.#texts = undefined;
  }
}

/** More different texts than these, and the column refers to no table that a person would look over. */
const MOST_REPEATED = 200_000;

/** As many keys are held to see whether one comes twice. */
const MOST_UNIQUE = 2_000_000;
