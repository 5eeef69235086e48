import { readPair, writePair } from "./pair.ts";

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
