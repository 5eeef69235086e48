import { roundToScale } from "./numbers/decimal.ts";

const LONGEST = 64;
const PAIR = /^([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)$/;

/** Two plain decimal numbers with a comma between them, "." as decimal sign in every Locale; null for anything else. */
export function readPair(text: string): readonly [number, number] | null {
  if (text.length > LONGEST) return null;
  const match = PAIR.exec(text.trim());
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

/** The two numbers with so many decimals each, `, ` between them. */
export function writePair(first: number, second: number, decimals: number): string {
  return `${roundToScale(first, decimals).toFixed(decimals)}, ${roundToScale(second, decimals).toFixed(decimals)}`;
}
