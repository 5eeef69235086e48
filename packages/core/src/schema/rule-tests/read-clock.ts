import { readIsoDateTime, utcSecondsOf, zoneOf } from "../../values/index.ts";

/**
 * The instant, in milliseconds, of `2026-03-01`, `2026-03-01T09:30` or `2026-03-01T09:30:15`, read in a time zone of the
 * definition, or in UTC where a Z ends it; undefined for anything else.
 */
export function readClock(text: string, timezone: string): number | undefined {
  const [, day, time = "T00:00", seconds = ":00", utc] = FORM.exec(text) ?? [];
  if (day === undefined) return undefined;
  const wall = readIsoDateTime(`${day}${time}${seconds}`);
  const zone = utc === undefined ? zoneOf(timezone) : "UTC";
  if (wall === null || zone === undefined) return undefined;
  return utcSecondsOf(wall, zone) * 1000;
}

const FORM = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(:\d\d)?(Z)?)?$/;
