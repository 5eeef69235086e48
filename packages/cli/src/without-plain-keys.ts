/**
 * The text of a definition with asterisks in the place of access keys that stand in it, as long as it was: what is shown on a
 * terminal ends up in logs. The key columns of a table, which are a list, and `key: true` of a column stay.
 */
export function withoutPlainKeys(text: string): string {
  return text.replace(PLAIN_KEY, (_, member: string, key: string) => member + "*".repeat(key.length));
}

/** A quoted text, or what stands before the next member, the end of the members, a note or the end of the line. */
const PLAIN_KEY =
  /((?<![\w-])["']?key["']?[ \t]*:[ \t]*)(?![[\s]|true\b|false\b)("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?:(?!, | #|[}\n\r]).)+)/g;
