/**
 * Lists and objects as `jsonb` keeps them. It takes neither NUL nor half characters, which a text may have: such a text is an object
 * whose one member is the text in JSON, and so is an object that looks like one of these.
 */
export function writeStoredList(json: string): string {
  if (!UNSTORABLE.test(json) && !json.includes(MEMBER)) return json;
  return JSON.stringify(wrap(JSON.parse(json)));
}

/** Back as the JSON text of the list or the object. */
export function readStoredList(json: string): string {
  return json.includes(`"${MEMBER}"`) ? JSON.stringify(unwrap(JSON.parse(json))) : json;
}

/** Escapes of what `jsonb` does not take, or what reads like them, to JavaScript as to PostgreSQL. */
export const UNSTORABLE = /\\u(?:0000|d[89a-f])/iu;

function wrap(value: unknown): unknown {
  if (typeof value === "string")
    return value.isWellFormed() && !value.includes("\0") ? value : { [MEMBER]: JSON.stringify(value) };
  return isWrapper(value) ? { [MEMBER]: JSON.stringify(value) } : mapParts(value, wrap);
}

function unwrap(value: unknown): unknown {
  return isWrapper(value) ? JSON.parse(value[MEMBER]) : mapParts(value, unwrap);
}

function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}

function isWrapper(value: unknown): value is Readonly<Record<typeof MEMBER, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length === 1 && names[0] === MEMBER && typeof Reflect.get(value, MEMBER) === "string";
}

const MEMBER = "tablewright:json";
