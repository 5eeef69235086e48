import {
  FIRST_DAY,
  instantsOf,
  LAST_DAY,
  readIsoDateTime,
  SECONDS_PER_DAY,
  wallSecondsOf,
  writeIsoDateTime,
} from "@tablewright/core/compiler";

/** Instants, which databases keep as ISO text by the clock of UTC, and which are read by the clock of a zone. */

/** The wall-clock seconds of an instant; undefined for what is none, or lies outside of the calendar there. */
export function readInstant(text: string, timeZone: string): number | undefined {
  const utc = readByUtc(text);
  if (utc === null) return undefined;
  const wall = wallSecondsOf(utc, timeZone);
  return wall < FIRST || wall > LAST ? undefined : wall;
}

/**
 * The seconds of an instant since 1970-01-01. It may lie in the year 10000, or in the year 0 before the first, because years begin
 * earlier in some zones than in others.
 */
export function readByUtc(text: string): number | null {
  const [, year, rest] = /^(10000|0000)(-.*)$/u.exec(text) ?? [];
  if (year === undefined) return readIsoDateTime(text);
  const read = readIsoDateTime(`2000${rest}`);
  return read === null ? null : read + (year === "0000" ? -TWO_MILLENNIA : MILLENNIA);
}

/** Every instant at which the clock shows a reading. */
export function writeInstants(wall: number, timeZone: string): readonly string[] {
  return instantsOf(wall, timeZone).map(writeIsoDateTime);
}

/** Seconds from the year 2000 to the year 10000. */
const MILLENNIA = 20 * 146_097 * SECONDS_PER_DAY;
/** From the year 0 to the year 2000. */
const TWO_MILLENNIA = 5 * 146_097 * SECONDS_PER_DAY;

const FIRST = FIRST_DAY * SECONDS_PER_DAY;
const LAST = (LAST_DAY + 1) * SECONDS_PER_DAY - 1;
