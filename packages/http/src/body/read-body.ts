import type { Outcome, Turn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { headerOf, type RequestHeaders } from "../api-request.ts";
import type { Limits } from "../limits.ts";
import type { HeldBytes } from "../turns/held-bytes.ts";
import { decodeBytes } from "./decode-bytes.ts";
import { parseJson } from "./parse-json.ts";
import { parseLongJson } from "./parse-long-json.ts";

/** The body as JSON, undone of its content encoding. A long one is parsed with pauses. */
export async function readBody(
  bytes: Uint8Array,
  headers: RequestHeaders,
  limits: Limits,
  held: HeldBytes,
  turn: Turn,
): Promise<Outcome<JsonValue>> {
  const decoded = await decodeBytes(bytes, headerOf(headers, "content-encoding"), limits.bodyBytes, held);
  if (decoded.output === undefined) return { output: undefined, diagnostics: decoded.diagnostics };
  return decoded.output.length > LONG
    ? parseLongJson(decoded.output, limits, turn)
    : parseJson(decoded.output, limits);
}

/** So many bytes are parsed in less than a millisecond. */
const LONG = 64 * 1024;
