import type { IncomingMessage } from "node:http";
import type { Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Limits } from "../limits.ts";
import { checkMediaType } from "./check-media-type.ts";
import { decodeBytes } from "./decode-bytes.ts";
import { parseJson } from "./parse-json.ts";
import { readBytes } from "./read-bytes.ts";

/** The body from the socket to JSON. Fastify does not read it, because the head of the request is checked first. */
export async function readBody(message: IncomingMessage, limits: Limits): Promise<Outcome<JsonValue>> {
  const wrongType = checkMediaType(message.headers);
  if (wrongType !== undefined) return { output: undefined, diagnostics: [wrongType] };
  const sent = await readBytes(message, limits.bodyBytes);
  if (sent.output === undefined) return { output: undefined, diagnostics: sent.diagnostics };
  const decoded = await decodeBytes(sent.output, message.headers["content-encoding"], limits.bodyBytes);
  if (decoded.output === undefined) return { output: undefined, diagnostics: decoded.diagnostics };
  return parseJson(decoded.output, limits.bodyNesting);
}
