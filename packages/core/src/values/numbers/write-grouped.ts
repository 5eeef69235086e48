import { formsOf, type LocaleForms } from "../locale.ts";
import { roundToScale, writePlainNumber } from "./decimal.ts";

/** A number with the Locale's grouping and decimal sign and exactly so many decimals (0…20): "32,768.10". */
export function writeGrouped(x: number, locale: string, decimals: number): string {
  const forms = formsOf(locale);
  const plain = writePlainNumber(roundToScale(x, decimals));
  const sign = plain.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = plain.slice(sign.length).split(".");
  const decimalPart = decimals > 0 ? forms.decimalSign + fraction.padEnd(decimals, "0") : "";
  return sign + grouped(whole, forms) + decimalPart;
}

function grouped(whole: string, forms: LocaleForms): string {
  const [nearest, others] = forms.groupSizes;
  let end = whole.length - nearest;
  if (end <= 0) return whole;
  let text = whole.slice(end);
  for (; end > others; end -= others) text = whole.slice(end - others, end) + forms.groupSign + text;
  return whole.slice(0, end) + forms.groupSign + text;
}
