import { headerOf, type RequestHeaders } from "../api-request.ts";

/** The access key of the request: the header wins over the query. Undefined when neither says anything. */
export function readAccessKey(headers: RequestHeaders, url: string, allowQuery: boolean): string | undefined {
  const header = headerOf(headers, KEY_NAME)?.trim();
  if (header !== undefined && header !== "") return header;
  if (!allowQuery) return undefined;
  const [, value] = pairsOf(url).find(([name]) => isKeyName(name)) ?? [];
  return value === undefined || value === "" ? undefined : decode(value);
}

/** What a query says of a name, decoded as forms are, a plus as a blank; undefined where it does not name it. */
export function readQuery(url: string, name: string): string | undefined {
  return queryAsWritten(url, name, (value) => decode(value.replaceAll("+", " ")));
}

/** The same for an e-mail address, which has no blanks and may have a plus. */
export function readQueryAddress(url: string, name: string): string | undefined {
  return queryAsWritten(url, name, decode);
}

function queryAsWritten(url: string, name: string, read: (value: string) => string): string | undefined {
  const [, value] = pairsOf(url).find(([other]) => decode(other) === name) ?? [];
  return value === undefined ? undefined : read(value);
}

/**
 * The address as it may be logged or repeated: only its path, because nothing but the access key is ever read from a query,
 * and a query can spell a key in more ways than can be looked for.
 */
export function withoutQuery(url: string): string {
  return cutAtKey(/^[^?#]*/u.exec(url)?.[0] ?? "");
}

/** A path, or a part of it, up to where the name of the access key is in it by error. */
export function cutAtKey(path: string): string {
  const at = path.search(SPELLED_KEY);
  return at === -1 ? path : `${path.slice(0, at)}[redacted]`;
}

const KEY_NAME = "applicationaccesskey";

/** The name with any of its letters escaped, once or oftener. */
const SPELLED_KEY = new RegExp(
  [...KEY_NAME]
    .map((letter) => {
      const codes = [letter, letter.toUpperCase()].map((one) => one.charCodeAt(0).toString(16));
      return `(?:${letter}|%(?:25)*(?:${codes.join("|")}))`;
    })
    .join(""),
  "iu",
);

/** The members of the query as written; a member without `=` has no value. */
function pairsOf(url: string): [name: string, value: string | undefined][] {
  const at = url.indexOf("?");
  if (at === -1) return [];
  return url
    .slice(at + 1)
    .split("&")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1 ? [pair, undefined] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}

function isKeyName(name: string): boolean {
  return decode(name).trim().toLowerCase() === KEY_NAME;
}

/** Percent escapes decoded; a plus is a plus; what cannot be decoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
