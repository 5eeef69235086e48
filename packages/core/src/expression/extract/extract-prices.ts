import { addDecimals, matchAt, multiplyDecimals, toCanonical } from "../../values/index.ts";
import { defineExtraction } from "./define-extraction.ts";
import { type FoundNumber, numbersIn } from "./numbers-in.ts";

export const extractPrices = defineExtraction({
  name: "EXTRACTPRICES",
  summary: "The prices in a text: numbers with a currency.",
  details:
    'The currency is a sign or a code beside the number, or dollars, euros, cents after it. "5 dollars and 20 cents" is 5.2. Currencies are not converted. Numbers are in the Locale\'s form.',
  item: "Price",
  find: function* (text, { locale, meter }) {
    meter.spend(text.length);
    let before: FoundPrice | undefined;
    for (const match of pricesIn(text, locale)) {
      if (match === undefined) yield undefined;
      else if (before === undefined) before = match;
      else if (!before.isMinor && match.isMinor && JOINT.test(text.slice(before.end, match.start))) {
        before = { ...match, value: addDecimals(before.value, match.value) };
      } else {
        yield before.value;
        before = match;
      }
    }
    if (before !== undefined) yield before.value;
  },
  examples: [
    ['EXTRACTPRICES("A muffin for $2.49 and a milk for 99 cents, $3.48 in all.")', [2.49, 0.99, 3.48]],
    ['EXTRACTPRICES("1,200 € or 2 million dollars")', [1200, 2000000]],
    ['EXTRACTPRICES("5 muffins")', []],
  ],
});

interface FoundPrice {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Counted in hundredths. */
  readonly isMinor: boolean;
}

function* pricesIn(text: string, locale: string): Generator<FoundPrice | undefined> {
  for (const number of numbersIn(text, locale)) {
    yield undefined;
    if (number === undefined) continue;
    const before = text.slice(Math.max(0, number.start - LONGEST_SIGN), number.start);
    if (FRAGMENT.test(before) || matchAt(FRAGMENT_BEHIND, text, number.end) !== undefined) continue;
    const price = priceBehindSign(text, number, before) ?? priceBeforeUnit(text, number);
    if (price !== undefined && Number.isFinite(price.value)) yield price;
  }
}

function priceBehindSign(
  text: string,
  { value, start, end }: FoundNumber,
  before: string,
): FoundPrice | undefined {
  const sign = SIGN_BEFORE.exec(before);
  if (sign === null) return undefined;
  const [suffix = ""] = matchAt(SUFFIX, text, end) ?? [];
  const amount = multiplyDecimals(value, FACTORS[suffix.toLowerCase()] ?? 1);
  return {
    value: sign[1] === undefined ? amount : 0 - amount,
    start,
    end: end + suffix.length,
    isMinor: false,
  };
}

function priceBeforeUnit(text: string, { value, start, end }: FoundNumber): FoundPrice | undefined {
  const unit = matchAt(SIGN_BEHIND, text, end) ?? matchAt(WORD_BEHIND, text, end);
  if (unit === undefined) return undefined;
  const isMinor = unit[1] !== undefined;
  return { value: isMinor ? toCanonical(value / 100) : value, start, end: end + unit[0].length, isMinor };
}

/** What is next to a part of something that is no number in the Locale, such as "3,50" in en-US. */
const FRAGMENT = /\d[.,'\u2019]$|(?:^|[\s\p{Sc}-])[.,]$/u;
const FRAGMENT_BEHIND = /[.,'\u2019]\d/y;

const LONGEST_SIGN = 8;
const CODES = "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|INR|SEK|NOK|DKK|PLN|BRL|MXN|ZAR";

const SIGN_BEFORE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{M}\p{N}\])}.,%-])([-\u2212]))?(?:\p{Lu}{0,3}(?!¢)\p{Sc}|(?<!\p{L})(?:${CODES}))\s?[-\u2212]?$`,
  "u",
);
const SIGN_BEHIND = new RegExp(String.raw`\s?(?:(¢)|\p{Lu}{0,3}\p{Sc}|(?:${CODES})(?!\p{L}))(?!\d)`, "uy");
const WORD_BEHIND =
  /[\s-](?:(cents?|pence|penn(?:y|ies))|dollars?|bucks|euros?|yen|rupees?|francs?|pesos?)(?!\p{L})/iuy;

/** "$5k", "$1.5M". */
const SUFFIX = /(?:k|m|bn)(?![\p{L}\p{N}])/iuy;
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, bn: 1e9 };

/** What separates the dollars and the cents of one price. */
const JOINT = /^\s(?:and\s)?$/;
