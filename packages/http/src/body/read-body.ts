import type { Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type ApiRequest, headerOf } from "../api-request.ts";
import type { Limits } from "../limits.ts";
import { checkMediaType } from "./check-media-type.ts";
import { decodeBytes } from "./decode-bytes.ts";
import { parseJson } from "./parse-json.ts";
import { readBytes } from "./read-bytes.ts";

/** The body as JSON, undone of its content encoding. */
export async function readBody({ headers, body }: ApiRequest, limits: Limits): Promise<Outcome<JsonValue>> {
  const wrongType = checkMediaType(headers);
  if (wrongType !== undefined) return { output: undefined, diagnostics: [wrongType] };
  const sent = await readBytes(body, limits.bodyBytes);
  if (sent.output === undefined) return { output: undefined, diagnostics: sent.diagnostics };
  const decoded = await decodeBytes(sent.output, headerOf(headers, "content-encoding"), limits.bodyBytes);
  if (decoded.output === undefined) return { output: undefined, diagnostics: decoded.diagnostics };
  return parseJson(decoded.output, limits.bodyNesting);
}
