import { readIsoDateTime, readIsoTime } from "@tablewright/core/compiler";

/** Whether a text is a date with a time, to the microsecond, or with `isTime` a time of day: what a key that is read as a text can be. */
export function isMomentText(text: string, isTime = false): boolean {
  const [, seconds] = (isTime ? TIME : MOMENT).exec(text) ?? [];
  if (seconds === undefined) return false;
  return (isTime ? readIsoTime(seconds) : readIsoDateTime(seconds)) !== null;
}

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z?$/u;

const TIME = /^(\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/u;
