import { loadDefinition } from "@tablewright/core";
import { InvalidArgumentError, Option } from "commander";

/** The option of commands that call the code of a program. */
export function functionsOption(): Option {
  return new Option(
    "--functions <module>",
    "a JavaScript module that exports functions, by defineFunction, which the definition declares with host: true",
  );
}

/** A number of things, from 0. */
export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number from 0 to 999999999.");
}

/** From when on, in milliseconds since 1970: a span such as `30d` before now, or an instant. */
export function readSince(text: string): number {
  const [, count, unit = ""] = /^(\d{1,4})([hdwy])$/u.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (HOURS[unit] ?? 0) * 3_600_000;
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/u.test(text)
    ? Date.parse(text)
    : Number.NaN;
  // A day that a month does not have is read as one of the next.
  if (Number.isFinite(at) && new Date(at).toISOString().startsWith(text.slice(0, DAY_LENGTH))) return at;
  throw new InvalidArgumentError("It is not a time such as 30d or 2026-03-01T09:30:00Z.");
}

const DAY_LENGTH = "2026-03-01".length;

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };

/** The number of the row that names columns, as an option gives it. */
export function readRowNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number from 1.");
}

/** The name of an encoding of texts, in the words of the WHATWG; `latin-1` is one of many for windows-1252. */
export function readEncoding(name: string): string {
  try {
    return new TextDecoder(name.replace(/^latin-/iu, "latin")).encoding;
  } catch {
    throw new InvalidArgumentError("It is not an encoding such as utf-8, utf-16le, windows-1252 or latin-1.");
  }
}

/** The tag of a Locale as an option gives it: one that definitions take, because another would be read as en-US in silence. */
export function readLocale(tag: string): string {
  const tables = { Probe: { key: ["Key"], columns: { Key: { type: "Text" } } } };
  const app = { id: "probe", name: "Probe", locale: tag };
  const { output } = loadDefinition(JSON.stringify({ tablewright: 1, app, tables }));
  if (output === undefined) throw new InvalidArgumentError("It is not a locale such as de-DE.");
  return output.locale;
}

/** What the clock shows, as an option gives it. */
export function readNow(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/u.test(text)) return text;
  throw new InvalidArgumentError("It is not a time such as 2026-03-01T09:30:00.");
}

/** A time zone as an option gives it; one that nothing reads would be passed over whatever its name. */
export function readTimeZone(name: string): string {
  if (wallClock(new Date(0), name) !== undefined) return name;
  throw new InvalidArgumentError("It is not a time zone such as Europe/Berlin.");
}

/** What the clock on the wall of a time zone shows at an instant, as `2026-03-01T09:30:00`; undefined for no such zone. */
export function wallClock(instant: Date, timezone: string): string | undefined {
  try {
    // Swedish writes dates as ISO does.
    const text = instant.toLocaleString("sv-SE", { timeZone: timezone });
    return text.replace(" ", "T");
  } catch {
    return undefined;
  }
}
