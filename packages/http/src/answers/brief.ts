/** A text that may quote what was sent: one that is very long is cut off, and says how long it was. */
export function brief(text: string, longest = LONGEST_QUOTE): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** UTF-16 units of a sentence, key or name that an error quotes. */
export const LONGEST_QUOTE = 4_096;
