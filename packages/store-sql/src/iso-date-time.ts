/** Dates and times as ISO text, which every database orders as the calendar does. Years are 0001 to 9999. */
const SECONDS_PER_DAY = 86_400;

/** `YYYY-MM-DD` of a day number. */
export function writeIsoDate(day: number): string {
  const instant = day * SECONDS_PER_DAY * 1_000;
  const text =
    Number.isInteger(day) && Math.abs(instant) < LAST_INSTANT ? new Date(instant).toISOString() : "";
  if (text.length !== LENGTH_OF_INSTANT || text < "0001") throw new RangeError(`${day} is no day number.`);
  return text.slice(0, 10);
}

/** `HH:MM:SS` of seconds of the day. */
export function writeIsoTime(seconds: number): string {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds >= SECONDS_PER_DAY)
    throw new RangeError(`${seconds} is no second of a day.`);
  const minutes = Math.floor(seconds / 60);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}

/** `YYYY-MM-DDTHH:MM:SS` of wall-clock seconds. */
export function writeIsoDateTime(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  return `${writeIsoDate(day)}T${writeIsoTime(seconds - day * SECONDS_PER_DAY)}`;
}

/** The day number of `YYYY-MM-DD`. */
export function readIsoDate(text: string): number {
  if (text.length !== 10) throw new RangeError(`"${text}" is no date.`);
  return dayAt(text);
}

/** Seconds of the day of `HH:MM:SS`. */
export function readIsoTime(text: string): number {
  if (text.length !== 8) throw new RangeError(`"${text}" is no time.`);
  return secondsAt(text, 0);
}

/** Wall-clock seconds of `YYYY-MM-DDTHH:MM:SS`. */
export function readIsoDateTime(text: string): number {
  if (text.length !== 19 || text[10] !== "T") throw new RangeError(`"${text}" is no date and time.`);
  return dayAt(text) * SECONDS_PER_DAY + secondsAt(text, 11);
}

function dayAt(text: string): number {
  const month = numberAt(text, 5, 2);
  const day = numberAt(text, 8, 2);
  const year = numberAt(text, 0, 4) - (month <= 2 ? 1 : 0);
  if (text[4] !== "-" || text[7] !== "-" || month < 1 || month > 12 || day < 1 || day > 31)
    throw new RangeError(`"${text}" begins with no date.`);
  // Years that begin in March put the leap day last: what comes before a month then depends on the month alone.
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719_468
  );
}

function secondsAt(text: string, at: number): number {
  const [hours, minutes, seconds] = [
    numberAt(text, at, 2),
    numberAt(text, at + 3, 2),
    numberAt(text, at + 6, 2),
  ];
  if (text[at + 2] !== ":" || text[at + 5] !== ":" || hours > 23 || minutes > 59 || seconds > 59)
    throw new RangeError(`"${text}" ends with no time.`);
  return hours * 3_600 + minutes * 60 + seconds;
}

function numberAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9))
      throw new RangeError(`"${text}" has something else where a digit stands.`);
    value = value * 10 + digit;
  }
  return value;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

const LAST_INSTANT = 8.64e15;
const LENGTH_OF_INSTANT = "1970-01-01T00:00:00.000Z".length;
