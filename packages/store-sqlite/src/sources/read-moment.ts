import { readIsoDateTime, writeIsoDateTime } from "@tablewright/core/compiler";

/**
 * `YYYY-MM-DDTHH:MM:SS` of a moment in a form of other programs: with parts of a second, without seconds or without a time, and
 * with an offset as UTC, ending with `Z`. A text in no such form is answered as it is, so that its reader can say where it is.
 */
export function storedMoment(text: string): string {
  const [, day, minute = "00:00", second = "00", zone, sign, hours = "00", minutes = "00"] =
    MOMENT.exec(text) ?? [];
  const local = readIsoDateTime(`${day}T${minute}:${second}`);
  if (local === null) return day === "0000-00-00" ? `${day}T${minute}:${second}` : text;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60;
  const moment = writeIsoDateTime(sign === "-" ? local + offset : local - offset);
  return zone === undefined ? moment : `${moment}Z`;
}

/** How a text ends that is an instant in the form of another: with its fractions, as zeros, and in UTC. */
export function endOfInstant(text: string): string {
  const [, fractions = "", blank = "", offset = ""] = END.exec(text) ?? [];
  return `${fractions.replaceAll(/\d/gu, "0")}${blank}${/^[+-]/u.test(offset) ? `+${offset.slice(1).replaceAll(/\d/gu, "0")}` : offset}`;
}

const END = /(?<=:\d\d)(\.\d+)?( ?)(Z|[+-][\d:]+)?$/u;

/** `HH:MM:SS` of a time of day without seconds or with parts of one; any other text as it is. */
export function readTimeOfDay(text: string): string {
  const [, minute, second = "00"] = TIME.exec(text) ?? [];
  return minute === undefined ? text : `${minute}:${second}`;
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?)?$/u;

const TIME = /^(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?$/u;
