import { BoundedCache } from "./bounded-cache.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const short = (name: string) => name.slice(0, 3);

/** The forms of the default Locale, as the platform has them: asking it takes 20 ms and 7 MB, which most processes can do without. */
export const americanForms: LocaleForms = {
  tag: "en-US",
  dateOrder: "MDY",
  dateSeparator: "/",
  decimalSign: ".",
  groupSign: ",",
  groupSizes: [3, 3],
  percent: ["", "%"],
  currencyBehind: false,
  hour12: true,
  monthNames: { long: MONTHS, short: MONTHS.map(short) },
  weekdayNames: { long: WEEKDAYS, short: WEEKDAYS.map(short) },
};

/** The Locale of definitions and scopes that name none. */
export const defaultLocale = "en-US";

/** Tags come from requests, so neither their length nor the number of remembered ones may grow without end. */
const LONGEST_TAG = 64;
const MOST_CACHED = 256;
const byTag = new BoundedCache<string, LocaleForms>(MOST_CACHED);
const byForms = new BoundedCache<string, LocaleForms>(MOST_CACHED);

/** How many Locales are remembered. */
export function countLocales(): number {
  return byTag.size;
}

/**
 * The forms of a Locale; `ja_JP` is `ja-JP`. Undefined for a malformed tag and for a language or region that there is not: its dates would be read as American ones in silence.
 */
export function localeForms(tag: string): LocaleForms | undefined {
  if (tag === defaultLocale) return americanForms;
  const existing = byTag.get(tag);
  if (existing !== undefined) return existing;
  const name = tag.length <= LONGEST_TAG ? canonicalTag(tag) : undefined;
  if (name === undefined) return undefined;
  return name === tag ? byTag.getOrMake(tag, () => formsFor(tag)) : localeForms(name);
}

/**
 * Asks the platform. Countless tags have the forms of one that it has data of; to build those takes milliseconds.
 */
export function formsFor(tag: string): LocaleForms {
  const tags = platformTags(tag);
  const date = new Intl.DateTimeFormat(tags).resolvedOptions().locale;
  const number = new Intl.NumberFormat(tags).resolvedOptions().locale;
  return { ...byForms.getOrMake(`${date} ${number}`, () => buildForms(tag)), tag };
}

/** How many tags, and how many forms, are remembered. */
export function rememberedLocales(): readonly [tags: number, forms: number] {
  return [byTag.size, byForms.size];
}

/** The forms of a Locale that was checked before; another tag reads as the default one. */
export function formsOf(tag: string): LocaleForms {
  return localeForms(tag) ?? americanForms;
}

function canonicalTag(tag: string): string | undefined {
  try {
    const { language, region, baseName } = new Intl.Locale(tag.replaceAll("_", "-"));
    const isSpoken = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
    return isSpoken && isRegion(region) ? baseName : undefined;
  } catch {
    return undefined;
  }
}

/** `ZZ` has a name although it is no region. */
function isRegion(code = "US"): boolean {
  return code !== "ZZ" && !!new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
}

/** Without the second tag a language without data would take the machine's own Locale. */
function platformTags(tag: string): readonly string[] {
  return [tag, defaultLocale].map((name) => `${name}-u-ca-gregory-nu-latn`);
}

function buildForms(tag: string): LocaleForms {
  const tags = platformTags(tag);
  const hourCycle = new Intl.DateTimeFormat(tags, { hour: "numeric" }).resolvedOptions().hourCycle;
  return {
    tag,
    ...dateForm(tags),
    ...numberForm(tags),
    hour12: hourCycle === "h12" || hourCycle === "h11",
    monthNames: { long: monthNames(tags, "long"), short: monthNames(tags, "short") },
    weekdayNames: { long: weekdayNames(tags, "long"), short: weekdayNames(tags, "short") },
  };
}

function dateForm(tags: readonly string[]): Pick<LocaleForms, "dateOrder" | "dateSeparator"> {
  const format = new Intl.DateTimeFormat(tags, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  const parts = format.formatToParts(0);
  const order = parts.map((part) => part.type).filter((type) => type !== "literal");
  // A year in front is read as ISO order everywhere, so the rare year-day-month cannot be a second reading.
  const dateOrder = order[0] === "year" ? "YMD" : order[0] === "month" ? "MDY" : "DMY";
  const literal = parts.find((part) => part.type === "literal")?.value ?? "";
  return { dateOrder, dateSeparator: withoutMarks(literal).trim() || "/" };
}

function numberForm(
  tags: readonly string[],
): Pick<LocaleForms, "decimalSign" | "groupSign" | "groupSizes" | "percent" | "currencyBehind"> {
  const format = new Intl.NumberFormat(tags, { useGrouping: true, minimumFractionDigits: 1 });
  const parts = format.formatToParts(1_234_567_890.5);
  const sizes = parts.filter((part) => part.type === "integer").map((part) => part.value.length);
  const sign = (type: string) => withoutMarks(parts.find((part) => part.type === type)?.value ?? "");
  return {
    decimalSign: sign("decimal") || ".",
    groupSign: sign("group") || ",",
    groupSizes: [sizes.at(-1) ?? 3, sizes.at(-2) ?? 3],
    percent: aroundNumber(tags, { style: "percent" }),
    currencyBehind: aroundNumber(tags, { style: "currency", currency: "EUR" })[1] !== "",
  };
}

/** What the Locale writes before and after a number in a style. */
function aroundNumber(
  tags: readonly string[],
  options: Intl.NumberFormatOptions,
): readonly [before: string, after: string] {
  const parts = new Intl.NumberFormat(tags, options).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === "integer");
  const after = parts.findLastIndex(({ type }) => type === "integer" || type === "fraction") + 1;
  const text = (some: readonly Intl.NumberFormatPart[]) =>
    withoutMarks(some.map(({ value }) => value).join(""));
  return [text(parts.slice(0, at)), text(parts.slice(after))];
}

/** Marks of writing direction are no part of a form: people do not type them. */
function withoutMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, "");
}

/** As the Locale writes them with a day: "14 марта", not "14 март". Where it writes a number there, in their form without a day. */
function monthNames(tags: readonly string[], month: "long" | "short"): string[] {
  const alone = new Intl.DateTimeFormat(tags, { month, timeZone: "UTC" });
  const besideDay = new Intl.DateTimeFormat(tags, { month, day: "numeric", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => {
    const date = Date.UTC(2001, index, 1);
    const name = besideDay.formatToParts(date).find(({ type }) => type === "month")?.value ?? "";
    return name === "" || /\d/.test(name) ? alone.format(date) : name;
  });
}

function weekdayNames(tags: readonly string[], weekday: "long" | "short"): string[] {
  const format = new Intl.DateTimeFormat(tags, { weekday, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2001, 6, 1 + index))); // a Sunday first
}

interface Names {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

/** How dates and numbers are read and written: Gregorian calendar, Latin digits, data of the platform. */
export interface LocaleForms {
  /** The canonical tag without extensions, such as "pt-BR". */
  readonly tag: string;
  readonly dateOrder: "MDY" | "DMY" | "YMD";
  readonly dateSeparator: string;
  readonly decimalSign: string;
  readonly groupSign: string;
  /** Digits of the group next to the decimal sign and of those before it: 3 and 3 nearly everywhere, 3 and 2 in India. */
  readonly groupSizes: readonly [nearest: number, others: number];
  /** The text before and after a number of hundredths: "25 %" in German, "%25" in Turkish. */
  readonly percent: readonly [before: string, after: string];
  /** Whether the currency follows the amount: "1.234,50 €". */
  readonly currencyBehind: boolean;
  readonly hour12: boolean;
  /** January first, in the form used with a day. */
  readonly monthNames: Names;
  /** Sunday first. */
  readonly weekdayNames: Names;
}
