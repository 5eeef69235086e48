const READINGS = new Map<string, boolean>([
  ["y", true],
  ["yes", true],
  ["true", true],
  ["1", true],
  ["n", false],
  ["no", false],
  ["false", false],
  ["0", false],
]);

/** Y, N, Yes, No, TRUE, FALSE, 1 or 0 in any case, blanks around it allowed; null for anything else. */
export function readYesNo(text: string): boolean | null {
  if (text.length > 64) return null;
  return READINGS.get(text.trim().toLowerCase()) ?? null;
}
