/**
 * Lists as `jsonb` keeps them. It takes neither NUL nor half characters, which an item may have: such an item is an object
 * with the item's own JSON text in it. No list of ours holds objects.
 */
export function writeStoredList(json: string): string {
  if (!UNSTORABLE.test(json)) return json;
  const items = JSON.parse(json) as readonly unknown[];
  return JSON.stringify(
    items.map((item) => (isUnstorable(item) ? { [MEMBER]: JSON.stringify(item) } : item)),
  );
}

/** Back as the JSON text of the list. */
export function readStoredList(json: string): string {
  if (!json.includes(`{"${MEMBER}"`)) return json;
  const items: unknown = JSON.parse(json);
  if (!Array.isArray(items)) return json;
  return JSON.stringify(items.map((item) => (isWrapped(item) ? JSON.parse(item[MEMBER]) : item)));
}

/** Escapes of what `jsonb` does not take, or what reads like them, to JavaScript as to PostgreSQL. */
export const UNSTORABLE = /\\u(?:0000|d[89a-f])/iu;

function isUnstorable(item: unknown): boolean {
  if (Array.isArray(item)) return item.some(isUnstorable);
  return typeof item === "string" && (!item.isWellFormed() || item.includes("\0"));
}

function isWrapped(item: unknown): item is Readonly<Record<typeof MEMBER, string>> {
  return typeof item === "object" && item !== null && typeof Reflect.get(item, MEMBER) === "string";
}

const MEMBER = "json";
