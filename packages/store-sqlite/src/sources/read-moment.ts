import { readIsoDateTime, writeIsoDateTime } from "@tablewright/core/storage";

/**
 * `YYYY-MM-DDTHH:MM:SS` of a moment in a form of other programs: with parts of a second, without seconds or without a time, and
 * with an offset as UTC. A text in no such form is answered as it is, so that whoever reads it can say where it lies.
 */
export function readMoment(text: string): string {
  const [, day, minute = "00:00", second = "00", sign, hours = "00", minutes = "00"] =
    MOMENT.exec(text) ?? [];
  const local = readIsoDateTime(`${day}T${minute}:${second}`);
  if (local === null) return text;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60;
  return writeIsoDateTime(sign === "-" ? local + offset : local - offset);
}

/** `HH:MM:SS` of a time of day without seconds or with parts of one; any other text as it is. */
export function readTimeOfDay(text: string): string {
  const [, minute, second = "00"] = TIME.exec(text) ?? [];
  return minute === undefined ? text : `${minute}:${second}`;
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?)?$/u;

const TIME = /^(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?$/u;
