/**
 * Dates and times as ISO text, which every database orders as the calendar does. What a column cannot keep exactly, or
 * what others have put there, throws: nobody may have let it through.
 */
import * as iso from "@tablewright/core/compiler";

/** `YYYY-MM-DD` of a day number. */
export function textOfDay(day: number): string {
  return written(iso.writeIsoDate(day), iso.readIsoDate, day, "day number");
}

/** `HH:MM:SS` of seconds of the day. */
export function textOfSeconds(seconds: number): string {
  return written(iso.writeIsoTime(seconds), iso.readIsoTime, seconds, "second of a day");
}

/** `YYYY-MM-DDTHH:MM:SS` of wall-clock seconds. */
export function textOfMoment(seconds: number): string {
  return written(
    iso.writeIsoDateTime(seconds),
    iso.readIsoDateTime,
    seconds,
    "second of a day that has a number",
  );
}

/** The day number of `YYYY-MM-DD`. */
export function dayOfText(text: string): number {
  return found(iso.readIsoDate(text), text, "date");
}

/** Seconds of the day of `HH:MM:SS`. */
export function secondsOfText(text: string): number {
  return found(iso.readIsoTime(text), text, "time");
}

/** Wall-clock seconds of `YYYY-MM-DDTHH:MM:SS`. */
export function momentOfText(text: string): number {
  return found(iso.readIsoDateTime(text), text, "date and time");
}

/** The text, when the value comes back of it. */
function written(text: string, read: (text: string) => number | null, value: number, what: string): string {
  if (read(text) !== value) throw new RangeError(`${value} is no ${what}.`);
  return text;
}

function found(read: number | null, text: string, what: string): number {
  if (read === null) throw new RangeError(`"${text}" is no ${what}.`);
  return read;
}
