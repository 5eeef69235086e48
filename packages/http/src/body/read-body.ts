import type { Outcome, TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { headerOf, type RequestHeaders } from "../api-request.ts";
import type { Limits } from "../limits.ts";
import type { HeldBytes } from "../turns/held-bytes.ts";
import { decodeBytes } from "./decode-bytes.ts";
import type { JsonLimits } from "./json-scan.ts";
import { parseJson } from "./parse-json.ts";
import { parseLongJson } from "./parse-long-json.ts";

/** The body as JSON, undone of its content encoding: that of a short one without any at once. A long one is parsed with pauses. */
export function readBody(
  bytes: Uint8Array,
  headers: RequestHeaders,
  limits: Limits & JsonLimits,
  held: HeldBytes,
  turn: TimeSlice,
): Outcome<JsonValue> | Promise<Outcome<JsonValue>> {
  const encoding = headerOf(headers, "content-encoding");
  return encoding === undefined
    ? parse(bytes, limits, turn)
    : decodeAndParse(bytes, encoding, limits, held, turn);
}

async function decodeAndParse(
  bytes: Uint8Array,
  encoding: string,
  limits: Limits & JsonLimits,
  held: HeldBytes,
  turn: TimeSlice,
): Promise<Outcome<JsonValue>> {
  const decoded = await decodeBytes(bytes, encoding, limits.bodyBytes, held);
  if (decoded.output === undefined) return { output: undefined, diagnostics: decoded.diagnostics };
  return parse(decoded.output, limits, turn);
}

function parse(
  bytes: Uint8Array,
  limits: JsonLimits,
  turn: TimeSlice,
): Outcome<JsonValue> | Promise<Outcome<JsonValue>> {
  return bytes.length > LONG ? parseLongJson(bytes, limits, turn) : parseJson(bytes, limits);
}

/** So many bytes are parsed in less than the stretch of a turn, whatever they say. */
const LONG = 128 * 1024;
