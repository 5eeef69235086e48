import type { ColumnProfile } from "./column-profile.ts";
import { PROPOSED_TYPES } from "./type-readers.ts";

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
