/**
 * A text that every database keeps: the same text where it can be, else JSON text, which begins with a quote. No
 * database keeps lone surrogates, and some end a text at a NUL or refuse it.
 */
export function writeStorableText(text: string): string {
  return text.isWellFormed() && !text.includes("\0") && !text.startsWith('"') ? text : JSON.stringify(text);
}

/** Back from `writeStorableText`, unit by unit as it was. */
export function readStorableText(stored: string): string {
  return stored.startsWith('"') ? (JSON.parse(stored) as string) : stored;
}
