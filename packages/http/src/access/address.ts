import { headerOf, type RequestHeaders } from "../api-request.ts";

/** The access key of the request: the header wins over the query. Undefined when neither says anything. */
export function readAccessKey(headers: RequestHeaders, url: string, allowQuery: boolean): string | undefined {
  const given = headerOf(headers, KEY_NAME)?.trim();
  if (given !== undefined && given !== "") return given;
  if (!allowQuery) return undefined;
  const [, value] = pairsOf(url).find(([name]) => isKeyName(name)) ?? [];
  return value === undefined || value === "" ? undefined : decode(value);
}

/** The address without the access key in it, for logs and messages. */
export function redactUrl(url: string): string {
  const pairs = pairsOf(url);
  if (!pairs.some(([name]) => isKeyName(name))) return url;
  const written = pairs.map(([name, value]) => {
    if (isKeyName(name)) return `${name}=[redacted]`;
    return value === undefined ? name : `${name}=${value}`;
  });
  return `${url.slice(0, url.indexOf("?"))}?${written.join("&")}`;
}

const KEY_NAME = "applicationaccesskey";

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
