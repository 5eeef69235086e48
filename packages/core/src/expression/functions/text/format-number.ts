import { multiplyDecimals, toCanonical, writeDigits } from "../../../values/index.ts";
import { joinTexts, type Meter } from "../../runtime/meter.ts";

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
