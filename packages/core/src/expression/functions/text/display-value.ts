import {
  formsOf,
  LIST_SEPARATOR,
  multiplyDecimals,
  toCanonical,
  type Value,
  writeDigits,
  writeGrouped,
} from "../../../values/index.ts";
import { joinTexts, type Meter } from "../../runtime/meter.ts";
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
      return withCurrency(writeGrouped(value, context.locale, decimalDigits), currency, context.locale);
    }
    case "Percent":
      return asPercent(
        writeGrouped(value * 100, context.locale, type.display?.decimalDigits ?? DECIMALS),
        context.locale,
      );
    default:
      return writeValue(value, type, context.locale);
  }
}

/** The minus comes before all of it. */
function asPercent(number: string, locale: string): string {
  const [before, after] = formsOf(locale).percent;
  const minus = number.startsWith("-") ? "-" : "";
  return `${minus}${before}${number.slice(minus.length)}${after}`;
}

/** Where the Locale writes it: after the digits and a blank, or before them and after the minus; letters keep a distance. */
function withCurrency(number: string, currency: string, locale: string): string {
  if (currency !== "" && formsOf(locale).currencyBehind) return `${number}\u00a0${currency}`;
  const sign = /\p{L}$/u.test(currency) ? `${currency} ` : currency;
  return number.startsWith("-") ? `-${sign}${number.slice(1)}` : `${sign}${number}`;
}

/** What decimals, prices and percents are shown with where their column does not say. */
const DECIMALS = 2;

/** Whether a format has a place for a digit. */
export function isNumberFormat(format: string): boolean {
  return /[0#]/.test(format.replace(QUOTED, ""));
}

/**
 * A number in a format: 0 is a digit, # one where there is one, a comma among them groups, % is a hundredth. The rest
 * stands as it is, before or after the digits.
 */
export function formatNumber(x: number, format: string, locale: string, meter: Meter): string {
  // A digit may bring the sign of a group.
  meter.buildText(2 * format.length);
  const [, before = "", whole = "", fraction = "", after = ""] = PATTERN.exec(format) ?? [];
  const isPercent = `${before}${after}`.replace(QUOTED, "").includes("%");
  const digits = writeDigits(isPercent ? multiplyDecimals(x, 100) : toCanonical(x), locale, {
    leastWhole: zerosIn(whole),
    leastDecimals: zerosIn(fraction),
    mostDecimals: fraction.length,
    isGrouped: whole.includes(","),
  });
  const sign = digits.startsWith("-") ? "-" : "";
  return joinTexts([sign, unquoted(before), digits.slice(sign.length), unquoted(after)], "", meter);
}

const QUOTED = /"([^"]*)"/g;

/** The text before the digits, the digits before and after the point, and the text after them. */
const PATTERN = /^((?:"[^"]*"|[^"#0,.])*)([#0,]*)(?:\.([#0]*))?(.*)$/s;

function zerosIn(digits: string): number {
  return digits.replace(/[^0]/g, "").length;
}

function unquoted(text: string): string {
  return text.replace(QUOTED, "$1");
}
