import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";
import { type ApiRequest, headerOf, type RequestHeaders } from "../api-request.ts";
import type { HeldBytes } from "../turns/held-bytes.ts";

/** The body as sent, when it is said to be JSON, all of it arrives, it is within the limit and there is room for it. */
export async function readBytes(
  { headers, body }: ApiRequest,
  limit: number,
  held: HeldBytes,
): Promise<Outcome<Uint8Array>> {
  const wrongType = checkMediaType(headers);
  if (wrongType !== undefined) return refuse(wrongType);
  const read = await body.read(limit, (bytes) => held.hold(bytes));
  if (read instanceof Uint8Array) return { output: read, diagnostics: [] };
  held.keep(0);
  if (typeof read !== "string") return refuse(read);
  if (read === "too-large") return refuse(overLimit("bodyBytes", limit));
  if (read === "no-room" && held.full !== undefined)
    return refuse(overLimit(held.full.name, held.full.limit));
  const reason = "it ended before all of it had arrived";
  return refuse(diagnose("request/unreadable-body", { reason }));
}

/** JSON under any of its names, in UTF-8, and encoded in a way we can undo; nothing said is taken as JSON. */
function checkMediaType(headers: RequestHeaders): Diagnostic | undefined {
  const type = headerOf(headers, "content-type")?.trim() ?? "";
  const encoding = headerOf(headers, "content-encoding")?.trim() ?? "";
  if (!isJson(type)) return diagnose("request/media-type", { actual: type, header: JSON_HEADER });
  if (!isUtf8(type)) return diagnose("request/media-type", { actual: type, header: JSON_HEADER });
  if (!ENCODINGS.has(encoding.toLowerCase())) return diagnose("request/media-type", { actual: encoding });
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

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}
