import { formsOf, type LocaleForms } from "../locale.ts";
import { roundToScale, writePlainNumber } from "./decimal.ts";

/** How many digits a number is written with on either side of its decimal sign, zeros filled in up to the least. */
interface DigitPattern {
  readonly leastWhole: number;
  readonly leastDecimals: number;
  readonly mostDecimals: number;
  readonly isGrouped: boolean;
}

/** A number with the Locale's grouping and decimal sign and exactly so many decimals (0…20): "32,768.10". */
export function writeGrouped(x: number, locale: string, decimals: number): string {
  return writeDigits(x, locale, {
    leastWhole: 1,
    leastDecimals: decimals,
    mostDecimals: decimals,
    isGrouped: true,
  });
}

/** A number in a pattern, with the signs of the Locale. */
export function writeDigits(
  x: number,
  locale: string,
  { leastWhole, leastDecimals, mostDecimals, isGrouped }: DigitPattern,
): string {
  const forms = formsOf(locale);
  const plain = writePlainNumber(roundToScale(x, mostDecimals));
  const sign = plain.startsWith("-") ? "-" : "";
  const [digits = "", fraction = ""] = plain.slice(sign.length).split(".");
  const whole = (digits === "0" ? "" : digits).padStart(leastWhole, "0");
  const decimals = fraction.padEnd(leastDecimals, "0");
  return sign + (isGrouped ? grouped(whole, forms) : whole) + (decimals && forms.decimalSign + decimals);
}

function grouped(whole: string, forms: LocaleForms): string {
  const [nearest, others] = forms.groupSizes;
  let end = whole.length - nearest;
  if (end <= 0) return whole;
  let text = whole.slice(end);
  for (; end > others; end -= others) text = whole.slice(end - others, end) + forms.groupSign + text;
  return whole.slice(0, end) + forms.groupSign + text;
}
