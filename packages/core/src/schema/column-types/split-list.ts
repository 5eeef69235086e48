/**
 * The items of a list that was sent as text, blanks around them removed, empty ones left out: split on the separator,
 * then on the separator without its blanks (`,` for ` , `), except where a part with one in it is an item as it stands.
 */
export function splitList(text: string, separator: string, isItem: (part: string) => boolean): string[] {
  const bare = bareSeparator(separator);
  const parts = text.split(separator).flatMap((part) => {
    const trimmed = part.trim();
    return bare === separator || !trimmed.includes(bare) || isItem(trimmed) ? trimmed : trimmed.split(bare);
  });
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The separator without the blanks around it; itself when it is nothing but blanks. */
export function bareSeparator(separator: string): string {
  return separator.trim() || separator;
}
