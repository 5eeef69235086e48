/**
 * The items of a list that was sent as text, blanks around them removed, empty ones left out: split on the separator,
 * then on the separator without its blanks (`,` for ` , `), except where a part with one in it is an item unchanged.
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

/**
 * The items of a list some of which are in quotes, where quotes of their own are doubled, to the letter; undefined for a text in
 * which quotes are used otherwise, or not at all.
 */
export function splitQuoted(text: string, separator: string): string[] | undefined {
  if (!text.includes('"')) return undefined;
  const bare = bareSeparator(separator);
  const items: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const quoted = bare.trim() === "" ? QUOTED : QUOTED_BETWEEN_BLANKS;
    quoted.lastIndex = at;
    const [all, inside] = quoted.exec(text) ?? [];
    const end = all === undefined ? endOfItem(text, bare, at) : at + all.length;
    if (end < text.length && !text.startsWith(bare, end)) return undefined;
    const item = inside?.replaceAll('""', '"') ?? text.slice(at, end).trim();
    if (all === undefined && item.startsWith('"')) return undefined;
    if (all !== undefined || item !== "") items.push(item);
    at = end + bare.length;
  }
  return items;
}

const QUOTED = /"((?:[^"]|"")*)"/uy;
const QUOTED_BETWEEN_BLANKS = /\s*"((?:[^"]|"")*)"\s*/uy;

function endOfItem(text: string, bare: string, at: number): number {
  const end = text.indexOf(bare, at);
  return end < 0 ? text.length : end;
}

/** An item as `splitQuoted` and `splitList` give it back. */
export function quotedIfNeeded(item: string, separator: string): string {
  const isPlain =
    item !== "" && item === item.trim() && !item.startsWith('"') && !item.includes(bareSeparator(separator));
  return isPlain ? item : `"${item.replaceAll('"', '""')}"`;
}
