import {
  findName,
  joinKey,
  KEY_LOCALE,
  keyTextOf,
  splitKeyText,
  type Type,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import { readTextAsSent, showCell } from "../column-types/cell-text.ts";
import {
  type ColumnOptions,
  type ColumnType,
  type KeyTypes,
  noOptions,
  type ReadCell,
  type Reading,
} from "../column-types/column-type.ts";
import { columnTypeNamed } from "../column-types/index.ts";
import { textType } from "../column-types/text-types.ts";
import type { ColumnDraft, TableDraft } from "../draft/draft-tables.ts";

/** The key of several columns as a Ref holds it: one text, the same whichever form its parts were sent in. */
export function compositeKey(partsOf: () => readonly KeyPart[]): ColumnType {
  return {
    ...textType,
    read: (cell, reading) => {
      if (cell === null || cell === "") return { value: null };
      return readKey(partsOf(), cell, reading);
    },
  };
}

function readKey(parts: readonly KeyPart[], cell: JsonValue, reading: Reading): ReadCell {
  const read = readTextAsSent(cell); // each part is read by its column
  if (read !== undefined && !("value" in read)) return read;
  const key = readCompositeKey(parts, String(read?.value ?? ""), reading);
  if (key !== undefined) {
    const texts = parts.map(({ type }, at) => keyTextOf(key[at] ?? null, type));
    return { value: joinKey(texts) };
  }
  const names = parts.map(({ name }) => name);
  const example = joinKey(parts.map(exampleOf));
  return { code: "key/unreadable", details: { value: showCell(cell), parts: names, example } };
}

/** Parts whose form could be another one as they are written; the others are called by their names. */
function exampleOf({ name, type }: KeyPart): string {
  switch (type.kind) {
    case "Date":
      return "08/31/2026";
    case "DateTime":
      return "08/31/2026 06:30:00 PM";
    case "Time":
      return "06:30:00 PM";
    case "Duration":
      return "012:30:00";
    case "Number":
      return "1";
    case "Decimal":
    case "Percent":
    case "Price":
      return "1.5";
    default:
      return name;
  }
}

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

type KeyType = ReturnType<KeyTypes>;

const TEXT: KeyType = { kind: "Text" };

/**
 * The types of all keys, before any other type is known: a Ref takes the type of the key it points at, which may be
 * part of a key itself. A key that is a Ref back to itself is reported.
 */
export function keyTypesOf(report: DefinitionReport, tables: ReadonlyMap<string, TableDraft>): KeyTypes {
  const types = new Map<string, KeyType>();
  const open = new Set<string>();
  const find: KeyTypes = (table) => {
    const [only, second] = tables.get(table)?.key ?? [];
    if (only === undefined || second !== undefined) return TEXT;
    if (open.has(table)) {
      report.report(
        only.path,
        "definition/key",
        { column: only.name, reason: "its Ref leads back to itself" },
        "name",
      );
      return TEXT;
    }
    open.add(table);
    const type = types.get(table) ?? typeOfPart(only, tables, find);
    open.delete(table);
    types.set(table, type);
    return type;
  };
  return find;
}

function typeOfPart(
  { shape, declared }: ColumnDraft,
  tables: ReadonlyMap<string, TableDraft>,
  find: KeyTypes,
): KeyType {
  const { itemType = "Text", table = "" } = shape;
  const type = declared?.name === "Enum" && itemType !== "Text" ? columnTypeNamed(itemType) : declared;
  if (type === undefined) return TEXT;
  if (type.name === "Ref") return find(findName(tables.values(), table).match?.name ?? "");
  const values = type.expressionType(noOptions, find);
  return values.kind === "Ref" || values.kind === "List" || values.kind === "Object" ? TEXT : values;
}
