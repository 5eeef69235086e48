import { type Diagnostic, diagnose } from "@tablewright/core";
import { headerOf, type RequestHeaders } from "../api-request.ts";

/** JSON under any of its names, in UTF-8, and encoded in a way we can undo; nothing said is taken as JSON. */
export function checkMediaType(headers: RequestHeaders): Diagnostic | undefined {
  const type = headerOf(headers, "content-type")?.trim() ?? "";
  const encoding = headerOf(headers, "content-encoding")?.trim() ?? "";
  if (!isJson(type)) return diagnose("request/media-type", { found: type, header: JSON_HEADER });
  if (!isUtf8(type)) return diagnose("request/media-type", { found: type, header: JSON_HEADER });
  if (!ENCODINGS.has(encoding.toLowerCase())) return diagnose("request/media-type", { found: encoding });
  return undefined;
}

const JSON_HEADER = "Content-Type: application/json";

const ENCODINGS = new Set(["", "identity", "gzip", "x-gzip", "br"]);

function isJson(type: string): boolean {
  return type === "" || /^(?:application|text)\/(?:x-)?(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/iu.test(type);
}

function isUtf8(type: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]*)/iu.exec(type) ?? [];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/iu.test(charset);
}
