/** A text without blanks at its ends and with single blanks inside; null where nothing is left. */
export function trimBlanks(text: string): string | null {
  const single = text.replace(/ {2,}/g, " ");
  return single.slice(single.startsWith(" ") ? 1 : 0, single.endsWith(" ") ? -1 : undefined) || null;
}
