import { roundToScale } from "./numbers/decimal.ts";

/** Mean radius of the earth (IUGG). */
const EARTH_RADIUS_KILOMETRES = 6371.0088;

/** The canonical text of "latitude, longitude" in degrees, −90…90 and −180…180; null for anything else. */
export function readLatLong(text: string): string | null {
  const pair = readPair(text);
  if (pair === null || Math.abs(pair[0]) > 90 || Math.abs(pair[1]) > 180) return null;
  return writeLatLong(pair[0], pair[1]);
}

/** Canonical text of a point, six decimals each: "51.507400, -0.127800". */
export function writeLatLong(lat: number, long: number): string {
  return writePair(lat, long, 6);
}

/** Degrees north of a canonical text. */
export function latOf(canonical: string): number {
  return Number(canonical.slice(0, canonical.indexOf(",")));
}

/** Degrees east of a canonical text. */
export function longOf(canonical: string): number {
  return Number(canonical.slice(canonical.indexOf(",") + 1));
}

/** Great-circle distance of two canonical points on a sphere. */
export function distanceKilometres(a: string, b: string): number {
  const fromLat = radians(latOf(a));
  const toLat = radians(latOf(b));
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLong = Math.sin(radians(longOf(b) - longOf(a)) / 2);
  const haversine = halfLat * halfLat + Math.cos(fromLat) * Math.cos(toLat) * halfLong * halfLong;
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The canonical text of "x, y" in per cent of a picture, 0…100 each; null for anything else. */
export function readXY(text: string): string | null {
  const pair = readPair(text);
  if (pair === null || pair.some((part) => part < 0 || part > 100)) return null;
  return writeXY(pair[0], pair[1]);
}

/** Canonical text of a place on a picture, two decimals each: "50.00, 25.00". */
export function writeXY(x: number, y: number): string {
  return writePair(x, y, 2);
}

/** Per cent from the left of a canonical text. */
export function xOf(canonical: string): number {
  return Number(canonical.slice(0, canonical.indexOf(",")));
}

/** Per cent from the top of a canonical text. */
export function yOf(canonical: string): number {
  return Number(canonical.slice(canonical.indexOf(",") + 1));
}

const LONGEST = 64;
const PAIR = /^([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)$/;

/** Two plain decimal numbers with a comma between them, "." as decimal sign in every Locale; null for anything else. */
function readPair(text: string): readonly [number, number] | null {
  if (text.length > LONGEST) return null;
  const match = PAIR.exec(text.trim());
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

/** The two numbers with so many decimals each, `, ` between them. */
function writePair(first: number, second: number, decimals: number): string {
  return `${roundToScale(first, decimals).toFixed(decimals)}, ${roundToScale(second, decimals).toFixed(decimals)}`;
}
