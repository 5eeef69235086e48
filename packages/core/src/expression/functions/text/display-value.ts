import { LIST_SEPARATOR, type Value, writeGrouped } from "../../../values/index.ts";
import { joinTexts } from "../../runtime/join-texts.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Type } from "../../tree/type.ts";
import { writeValue } from "../../tree/write-value.ts";

/** The text of a value as it is shown to the caller: as `writeValue`, but numbers grouped and with fixed decimals. */
export function displayValue(value: Value, type: Type, context: RequestContext): string {
  if (type.kind === "List") {
    const items = ((value ?? []) as readonly Value[]).map((item) => displayValue(item, type.item, context));
    return joinTexts(items, LIST_SEPARATOR, context.meter);
  }
  if (typeof value !== "number") return writeValue(value, type, context.locale);
  switch (type.kind) {
    case "Number":
      return writeGrouped(value, context.locale, 0);
    case "Decimal":
    case "Price":
      return writeGrouped(value, context.locale, DECIMALS);
    case "Percent":
      return `${writeGrouped(value * 100, context.locale, DECIMALS)}%`;
    default:
      return writeValue(value, type, context.locale);
  }
}

/** What decimals, prices and percents are shown with. */
const DECIMALS = 2;
