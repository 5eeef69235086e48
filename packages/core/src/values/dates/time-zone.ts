import { tzOffset } from "@date-fns/tz/tzOffset";
import { BoundedCache } from "../bounded-cache.ts";
import { FIRST_DAY, LAST_DAY, SECONDS_PER_DAY } from "./civil-date.ts";
import { windowsZones } from "./windows-zones.ts";

/** Zones for which the platform's data keeps the name of another day, and the name the zone database gives them now. */
export const renamedZones: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const LONGEST_NAME = 64;

/**
 * The canonical name of a zone, undefined for an unknown one: the IANA name of an IANA or Windows name in any case, or
 * `+HH:MM` of an offset such as `UTC-5`, `GMT+7` or `+07:00`.
 */
export function zoneOf(name: string): string | undefined {
  if (name === "UTC") return name;
  const existing = zones.get(name);
  if (existing !== undefined) return existing;
  if (name.length > LONGEST_NAME) return undefined;
  const zone = findZone(offsetIn(name) ?? ianaOfWindows(name) ?? name);
  if (zone === undefined) return undefined;
  zones.set(name, zone);
  return zone;
}

/** Asking the platform takes longer than evaluating most expressions; names in any case could grow without end. */
const zones = new BoundedCache<string, string>(1_000);

/** How many names of time zones are remembered. */
export function countTimeZones(): number {
  return zones.size;
}

/** `UTC+5` is east of Greenwich, unlike `Etc/GMT+5` of the zone database. */
function offsetIn(name: string): string | undefined {
  const [, sign, hours, minutes = "00"] = OFFSET.exec(name) ?? [];
  return hours && `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

const OFFSET = /^(?:UTC|GMT)?\s*([+-])(?!\d{3}$)(\d\d?)(?::?(\d\d))?$/i;

function findZone(iana: string): string | undefined {
  try {
    const canonical = new Intl.DateTimeFormat("en-US", { timeZone: iana }).resolvedOptions().timeZone;
    return renamedZones[canonical] ?? canonical;
  } catch {
    return undefined;
  }
}

/** The wall clock of a zone at an instant, both in seconds since 1970-01-01. The zone is one that `zoneOf` gives. */
export function wallSecondsOf(utcSeconds: number, zone: string): number {
  return utcSeconds + offsetAt(utcSeconds, zone);
}

/** The wall clock of a zone at an instant in milliseconds, as a Date has it; null where it leaves the years 1…9999. */
export function wallSecondsAt(milliseconds: number, zone: string): number | null {
  const seconds = Math.floor(milliseconds / 1000);
  const isInCalendar = seconds >= (FIRST_DAY + 1) * SECONDS_PER_DAY && seconds < LAST_DAY * SECONDS_PER_DAY;
  return isInCalendar ? wallSecondsOf(seconds, zone) : null;
}

/**
 * The instant of a wall-clock reading. A reading that comes twice is its first instant, and one that a clock change
 * skips is read with the offset from before the change, so 02:30 in a spring gap is the instant called 03:30.
 */
export function utcSecondsOf(wallSeconds: number, zone: string): number {
  const before = offsetAt(wallSeconds - SECONDS_PER_DAY, zone);
  const after = offsetAt(wallSeconds + SECONDS_PER_DAY, zone);
  const early = wallSeconds - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = wallSeconds - after;
  return offsetAt(late, zone) === after ? late : early;
}

/** The instants at which the clock of a zone shows a reading, in their order: none, one, or two where it comes twice. */
export function instantsOf(wallSeconds: number, zone: string): readonly number[] {
  const before = wallSeconds - offsetAt(wallSeconds - SECONDS_PER_DAY, zone);
  const after = wallSeconds - offsetAt(wallSeconds + SECONDS_PER_DAY, zone);
  const found = before === after ? [before] : [before, after];
  return found.filter((instant) => wallSecondsOf(instant, zone) === wallSeconds);
}

/** Seconds that a zone is ahead of UTC at an instant. */
function offsetAt(utcSeconds: number, zone: string): number {
  if (zone === "UTC") return 0;
  const instant = new Date(utcSeconds * 1000);
  const seconds = Math.round(tzOffset(zone, instant) * 60);
  if (seconds === 0 || Math.abs(seconds) >= 3600) return seconds;
  return isBehindUtc(instant, zone) ? -Math.abs(seconds) : Math.abs(seconds);
}

/** For offsets under an hour, whose sign `tzOffset` loses: London until 1847, Lisbon until 1911, Monrovia until 1972. */
function isBehindUtc(instant: Date, zone: string): boolean {
  const make = () => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return formatters.getOrMake(zone, make).format(instant).includes("GMT-");
}

/** One formatter a zone: making one costs a thousand times its use. */
const formatters = new BoundedCache<string, Intl.DateTimeFormat>(200);

let zonesByFoldedName: ReadonlyMap<string, string> | undefined;

function ianaOfWindows(name: string): string | undefined {
  zonesByFoldedName ??= new Map(
    Object.entries(windowsZones).flatMap(([region, places]) =>
      Object.entries(places).map(([windows, place]) => [
        windows.replace("~", " Standard Time").toLowerCase(),
        `${region}/${place}`,
      ]),
    ),
  );
  return zonesByFoldedName.get(name.toLowerCase());
}
