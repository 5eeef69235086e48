import { formsOf, type LocaleForms } from "../locale.ts";
import { significantDigits, toCanonical } from "./decimal.ts";

/** Longer texts are refused unread; 10^308 written out still fits. */
const LONGEST = 400;
const MOST_DIGITS = 15;

/**
 * A number in the Locale's form: optional sign, grouping only in correct places, the Locale's decimal sign; also a
 * plain `1234.5` that cannot be mistaken for grouping (`1.234` under de-DE is 1234), rounded to 15 significant digits. Null for
 * anything else, for an exponent and for what `isKeptNumber` refuses.
 */
export function readDecimal(text: string, locale: string): number | null {
  return exactNumber(plainNumber(text, formsOf(locale)));
}

/** A whole number in the Locale's form, null for a fraction other than zeros and beyond ±(2^53−1). */
export function readInteger(text: string, locale: string): number | null {
  const plain = plainNumber(text, formsOf(locale));
  if (plain === undefined) return null;
  const value = Number(plain.replace(/\.0+$/, "")) + 0;
  return Number.isSafeInteger(value) && !/\.0*[1-9]/.test(plain) ? value : null;
}

/** A fraction: "25%" and "25 %" are 0.25, and so is "0.25"; else as `readDecimal`. */
export function readPercent(text: string, locale: string): number | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const digits = trimmed.replace(/^%|%$/, "");
  if (digits === trimmed) return readDecimal(trimmed, locale);
  const hundredfold = readDecimal(digits, locale);
  return hundredfold === null ? null : toCanonical(hundredfold / 100);
}

/**
 * As `readDecimal`, with one optional currency sign before or after the number: `currency` where it is given, else
 * any single Unicode currency sign. "-$5", "$-5" and "5 €" read.
 */
export function readPrice(text: string, locale: string, currency?: string): number | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const sign = SIGNS.exec(trimmed)?.[0] ?? "";
  const rest = trimmed.slice(sign.length);
  const amount = withoutCurrency(rest, currency?.trim() || undefined);
  // A sign is before or after the currency sign, not on both sides.
  if (sign !== "" && SIGNS.test(amount)) return null;
  return readDecimal(sign + amount, locale);
}

const SIGNS = /^[+\-\u2212]/;

function withoutCurrency(text: string, currency: string | undefined): string {
  if (currency === undefined) {
    const behind = text.replace(/^\p{Sc}/u, "");
    const amount = behind === text ? text.replace(/\p{Sc}$/u, "") : behind;
    return amount === text ? text : amount.trim();
  }
  if (text.startsWith(currency)) return text.slice(currency.length).trim();
  return text.endsWith(currency) ? text.slice(0, -currency.length).trim() : text;
}

function exactNumber(plain: string | undefined): number | null {
  if (plain === undefined) return null;
  const value = Number(plain) + 0;
  if (significantDigits(plain) <= MOST_DIGITS) return isNormal(value, plain) ? value : null;
  return isNormal(value, plain) && isKeptNumber(value) ? toCanonical(value) : null;
}

function isNormal(value: number, plain: string): boolean {
  return value === 0 ? !/[1-9]/.test(plain) : Number.isFinite(value) && Math.abs(value) >= SMALLEST_NORMAL;
}

/**
 * Whether a number is kept, rounded to 15 significant digits: a double has 17, as programs send it that compute. Of a whole number
 * beyond 2^53 every digit counts, so only one that is its own decimal of 15 digits is.
 */
export function isKeptNumber(number: number): boolean {
  const magnitude = Math.abs(number);
  if (magnitude <= Number.MAX_SAFE_INTEGER) return magnitude >= SMALLEST_NORMAL || magnitude === 0;
  const short = Number(number.toPrecision(MOST_DIGITS));
  return Number.isFinite(number) && (short === number || !Number.isFinite(short));
}

/**
 * Whether a number is kept, or is as answers show one: of whole numbers between 2^53 and 10^16, which have 16 digits, those that a double
 * is. So a row that is sent back as it was read is taken.
 */
export function isAnsweredNumber(number: number): boolean {
  return isKeptNumber(number) || (Number.isFinite(number) && toCanonical(number) === number);
}

/** Below it doubles lose digits. */
const SMALLEST_NORMAL = 2 ** -1022;

/** The number as `[-]digits[.digits]`, undefined when the text is none. */
function plainNumber(text: string, forms: LocaleForms): string | undefined {
  if (text.length > LONGEST) return undefined;
  const trimmed = text.trim();
  const sign = SIGNS.exec(trimmed)?.[0] ?? "";
  const body = trimmed.slice(sign.length);
  const unsigned = localeDigits(body, forms) ?? (PLAIN.test(body) ? body : undefined);
  if (unsigned === undefined) return undefined;
  return sign === "" || sign === "+" ? unsigned : `-${unsigned}`;
}

const PLAIN = /^\d*\.\d+$/;
const DIGITS = /^\d+$/;

function localeDigits(body: string, forms: LocaleForms): string | undefined {
  const signAt = body.indexOf(forms.decimalSign);
  if (signAt < 0) return ungrouped(body, forms);
  const fraction = body.slice(signAt + forms.decimalSign.length);
  const whole = signAt === 0 ? "0" : ungrouped(body.slice(0, signAt), forms);
  return whole === undefined || !DIGITS.test(fraction) ? undefined : `${whole}.${fraction}`;
}

/** The digits without group signs, undefined when a group has the wrong size or the first begins with a zero. */
function ungrouped(whole: string, forms: LocaleForms): string | undefined {
  if (DIGITS.test(whole)) return whole;
  const groups = whole.split(groupSigns(forms.groupSign));
  if (groups.length < 2 || !groups.every((group) => DIGITS.test(group))) return undefined;
  const [nearest, others] = forms.groupSizes;
  const hasRightSizes = groups.every((group, index) => {
    if (index === groups.length - 1) return group.length === nearest;
    return index === 0 ? group.length <= others && !group.startsWith("0") : group.length === others;
  });
  return hasRightSizes ? groups.join("") : undefined;
}

/** What may be typed for a group sign: any blank for a blank, either apostrophe for an apostrophe. */
function groupSigns(sign: string): string | RegExp {
  if (sign.trim() === "") return /[ \u00a0\u2009\u202f]/;
  return sign === "'" || sign === "\u2019" ? /['\u2019]/ : sign;
}

/**
 * Whether the number that a JSON text writes is kept, as `isKeptNumber` says of it: a fraction of any digits is rounded to 15, as
 * one of a text is. So 1.10, 1e2 and 0.30000000000000004 are kept; 9007199254740993, which is no double, 1e400 and 1e-400 are
 * not. What is no number is left to the parser.
 */
export function isHeldExactly(text: string): boolean {
  const value = Number(text);
  if (String(value) === text || Number.isNaN(value)) return true;
  // A whole number that is made of a fraction would be taken where fractions are refused.
  if (!Number.isInteger(value) && isKeptNumber(value)) return true;
  return Number.isFinite(value) && toDecimal(text) === toDecimal(String(Math.abs(value)));
}

/** The number without its sign as digits, neither the first nor the last a zero, and a power of ten: `12e-1`. */
function toDecimal(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === "0") first++;
  let end = digits.length;
  while (end > first && digits[end - 1] === "0") end--;
  if (first === end) return "0";
  return `${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/iu;

/**
 * All digits of a number that `readDecimal` reads, or that accounts write in brackets, without needless zeros: `-1.5` of `-01.50`.
 * A point after only digits is the decimal sign in every Locale. Undefined where the text is no such number.
 */
export function readAllDigits(text: string, locale: string): string | undefined {
  const plain = DIGITS_WITH_POINT.test(text) ? text : plainNumber(withSign(text), formsOf(locale));
  return plain === undefined || !Number.isFinite(Number(plain)) ? undefined : plainDigits(plain);
}

const DIGITS_WITH_POINT = /^-?\d{1,400}(?:\.\d{1,400})?$/u;

/** Accounts write an amount below zero in brackets: `(1,234.50)`. */
export function withSign(text: string): string {
  return text.replace(/^\s*\(([^()+\u2212-]+)\)\s*$/u, "-$1");
}

/** The digits of a plain decimal without needless zeros: `1.5` of `01.50`. */
export function plainDigits(text: string): string {
  const [match, sign = "", whole = "", fraction = ""] = /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/u.exec(text) ?? [];
  if (match === undefined) return text;
  const digits = fraction === "" ? whole || "0" : `${whole || "0"}.${fraction}`;
  return digits === "0" ? "0" : sign + digits;
}
