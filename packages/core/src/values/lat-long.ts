import { readPair, writePair } from "./pair.ts";

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
