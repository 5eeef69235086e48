import {
  displayDateTime,
  displayTime,
  LIST_SEPARATOR,
  type Value,
  writeDuration,
  writeLocaleDate,
  writePlainNumber,
} from "../../values/index.ts";
import { joinTexts } from "../runtime/join-texts.ts";
import type { Meter } from "../runtime/meter.ts";
import { type Type, valueFamilyOf } from "./type.ts";

/**
 * The text of a value where text is built (`&`, CONCATENATE): the whole value, numbers without grouping; blank is "".
 * With a meter the text of a list is built only when the budget allows its length.
 */
export function writeValue(value: Value, type: Type, locale: string, meter?: Meter): string {
  if (value === null) return "";
  if (type.kind === "List") {
    const items = (value as readonly Value[]).map((item) => writeValue(item, type.item, locale, meter));
    return meter === undefined ? items.join(LIST_SEPARATOR) : joinTexts(items, LIST_SEPARATOR, meter);
  }
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  const number = value as number;
  switch (valueFamilyOf(type)) {
    case "date":
      return writeLocaleDate(number, locale);
    case "time":
      return displayTime(number, locale);
    case "datetime":
      return displayDateTime(number, locale);
    case "duration":
      return writeDuration(number);
    default:
      return writePlainNumber(number);
  }
}
