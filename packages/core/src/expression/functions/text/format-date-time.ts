import {
  civilOf,
  defaultLocale,
  type LocaleForms,
  localeForms,
  SECONDS_PER_DAY,
  weekdayOf,
} from "../../../values/index.ts";

/** A date-time taken apart for writing. */
interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly forms: LocaleForms | undefined;
}

type Field = (moment: Moment) => string;

/** A format read once: literal texts, and fields. */
export type DateTimeFormat = readonly (string | Field)[];

/** The pieces of a DateTime written in a format. */
export function writeFields(at: number, format: DateTimeFormat, locale: string): string[] {
  const day = Math.floor(at / SECONDS_PER_DAY);
  const clock = at - day * SECONDS_PER_DAY;
  const moment: Moment = {
    ...civilOf(day),
    weekday: weekdayOf(day),
    hours: Math.floor(clock / 3600),
    minutes: Math.floor(clock / 60) % 60,
    seconds: clock % 60,
    forms: localeForms(locale) ?? localeForms(defaultLocale),
  };
  return format.map((piece) => (typeof piece === "string" ? piece : piece(moment)));
}

/**
 * Reads a format: runs of Y, M, D, H, S, and `AM/PM` or `A/P`, in any case. One or two Ms are minutes after an H or
 * before an S, else the month. Anything else, and what is in double quotes, is literal.
 */
export function readDateTimeFormat(format: string): DateTimeFormat {
  const tokens = format.match(TOKENS) ?? [];
  const hasHalves = tokens.some((token) => letterOf(token) === "A");
  let previous = "";
  return tokens.map((token, index) => {
    const letter = letterOf(token);
    if (letter === "") return token.length > 1 && token.startsWith('"') ? token.slice(1, -1) : token;
    const isMinute =
      letter === "M" && token.length <= 2 && (previous === "H" || nextLetter(tokens, index) === "S");
    previous = letter;
    return fieldOf(isMinute ? "minute" : letter, token, hasHalves);
  });
}

const TOKENS = /"[^"]*"|AM\/PM|A\/P|Y+|M+|D+|H+|S+|[^YMDHSA"]+|[\s\S]/gi;

/** The letter of a field; empty for text. */
function letterOf(token: string): string {
  const first = token.charAt(0).toUpperCase();
  if ("YMDHS".includes(first)) return first;
  return first === "A" && token.includes("/") ? "A" : "";
}

function nextLetter(tokens: readonly string[], index: number): string {
  for (let next = index + 1; next < tokens.length; next++) {
    const letter = letterOf(tokens[next] as string);
    if (letter !== "") return letter;
  }
  return "";
}

function fieldOf(letter: string, token: string, hasHalves: boolean): Field {
  const digits = Math.min(token.length, 2);
  switch (letter) {
    case "Y":
      return token.length <= 2 ? ({ year }) => padded(year % 100, 2) : ({ year }) => padded(year, 4);
    case "M":
      return token.length <= 2 ? ({ month }) => padded(month, digits) : monthName(token.length === 3);
    case "D":
      return token.length <= 2 ? ({ day }) => padded(day, digits) : weekdayName(token.length === 3);
    case "H":
      return hasHalves
        ? ({ hours }) => padded(((hours + 11) % 12) + 1, digits)
        : ({ hours }) => padded(hours, digits);
    case "minute":
      return ({ minutes }) => padded(minutes, digits);
    case "S":
      return ({ seconds }) => padded(seconds, digits);
    default:
      return ({ hours }) => (hours < 12 ? "AM" : "PM").slice(0, token.length === 3 ? 1 : 2);
  }
}

function monthName(isShort: boolean): Field {
  return ({ forms, month }) => forms?.monthNames[isShort ? "short" : "long"][month - 1] ?? "";
}

function weekdayName(isShort: boolean): Field {
  return ({ forms, weekday }) => forms?.weekdayNames[isShort ? "short" : "long"][weekday - 1] ?? "";
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
