import { keyTextOf, splitKeyText, type Type, valueFamilyOf } from "../../expression/parts.ts";
import type { Value } from "../../values/index.ts";
import type { ColumnType, Reading } from "../column-types/column-type.ts";
import type { ColumnOptions } from "./column-options.ts";

/** A column of a key of several. */
export interface KeyPart {
  readonly name: string;
  readonly columnType: ColumnType;
  readonly options: ColumnOptions;
  readonly type: Type;
}

/**
 * The parts that a text joins, each as every key is written or, in another form, as a cell of its column is read; undefined where
 * one has neither form, or there are not as many. A text may be a blank.
 */
export function readCompositeKey(
  parts: readonly KeyPart[],
  text: string,
  { locale, timeZone }: Pick<Reading, "locale" | "timeZone">,
): readonly Value[] | undefined {
  const texts = splitKeyText(text);
  if (texts.length !== parts.length) return undefined;
  const values: Value[] = [];
  for (const [at, part] of parts.entries()) {
    const value = readPart(part, texts[at] ?? "", locale, timeZone);
    if (value === null && valueFamilyOf(part.type) !== "text") return undefined;
    values.push(value);
  }
  return values;
}

function readPart(
  { columnType, options, type }: KeyPart,
  text: string,
  locale: string,
  timeZone: string,
): Value {
  if (locale !== KEY_LOCALE) {
    const forAll = columnType.read(text, { locale: KEY_LOCALE, timeZone, options });
    if ("value" in forAll && keyTextOf(forAll.value, type) === text) return forAll.value;
  }
  const read = columnType.read(text, { locale, timeZone, options });
  return "value" in read ? read.value : null;
}

/** Keys are written alike for every caller. */
const KEY_LOCALE = "en-US";
