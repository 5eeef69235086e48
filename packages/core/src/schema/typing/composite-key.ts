import { joinKey, keyTextOf } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import type { ColumnType, ReadCell, Reading } from "../column-types/column-type.ts";
import { readText } from "../column-types/read-text.ts";
import { showCell } from "../column-types/show-cell.ts";
import { text } from "../column-types/text-types.ts";
import { type KeyPart, readCompositeKey } from "./read-composite-key.ts";

/** The key of several columns as a Ref holds it: one text, the same whichever form its parts were sent in. */
export function compositeKey(partsOf: () => readonly KeyPart[]): ColumnType {
  return {
    ...text,
    read: (cell, reading) => {
      if (cell === null || cell === "") return { value: null };
      return readKey(partsOf(), cell, reading);
    },
  };
}

function readKey(parts: readonly KeyPart[], cell: JsonValue, reading: Reading): ReadCell {
  const read = readText(cell);
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
