import { LIST_SEPARATOR, type Value, writeGrouped } from "../../../values/index.ts";
import { joinTexts } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Type } from "../../tree/type.ts";
import { writeValue } from "../../tree/value-forms.ts";

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
    case "Price": {
      const { decimalDigits = DECIMALS, currency = "" } = type.display ?? {};
      return withCurrency(writeGrouped(value, context.locale, decimalDigits), currency);
    }
    case "Percent":
      return `${writeGrouped(value * 100, context.locale, type.display?.decimalDigits ?? DECIMALS)}%`;
    default:
      return writeValue(value, type, context.locale);
  }
}

/** The sign stands before the digits and behind the minus; letters keep a distance. */
function withCurrency(number: string, currency: string): string {
  const sign = /\p{L}$/u.test(currency) ? `${currency} ` : currency;
  return number.startsWith("-") ? `-${sign}${number.slice(1)}` : `${sign}${number}`;
}

/** What decimals, prices and percents are shown with where their column does not say. */
const DECIMALS = 2;
