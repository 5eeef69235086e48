import { createBrotliDecompress, createGunzip } from "node:zlib";
import { type Diagnostic, diagnose, type Outcome, type TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type ApiRequest, headerOf, type RequestHeaders } from "../api-request.ts";
import { overLimit, type ServiceLimits } from "../limits.ts";
import type { HeldBytes } from "../turns/room.ts";
import { parseJson, unreadableBody } from "./parse-json.ts";

/** The body as JSON, undone of its content encoding. */
export function readBody(
  bytes: Uint8Array,
  headers: RequestHeaders,
  limits: ServiceLimits,
  held: HeldBytes,
  turn: TimeSlice,
): Outcome<JsonValue> | Promise<Outcome<JsonValue>> {
  const encoding = headerOf(headers, "content-encoding") ?? "";
  const createDecoder = DECODERS[encoding.trim().toLowerCase()];
  if (createDecoder === undefined || bytes.length === 0) return parseJson(bytes, limits, turn);
  const decoding = decodeBytes(bytes, createDecoder, encoding, limits.bodyBytes, held);
  return decoding.then(({ output, diagnostics }) =>
    output === undefined ? { output, diagnostics } : parseJson(output, limits, turn),
  );
}

/**
 * The body without its content encoding; stops as soon as the decoded body is larger than `limit` bytes or there is no room
 * for it. Decoded piece by piece on the platform's own threads; what was sent is held no longer than that.
 */
async function decodeBytes(
  bytes: Uint8Array,
  createDecoder: Decoder,
  encoding: string,
  limit: number,
  held: HeldBytes,
): Promise<Outcome<Uint8Array>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const decoder = createDecoder({ chunkSize: PIECE });
  decoder.end(bytes);
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > limit) return refuse(overLimit("bodyBytes", limit));
      if (!held.hold(piece.length) && held.full !== undefined)
        return refuse(overLimit(held.full.name, held.full.limit));
      pieces.push(piece);
    }
  } catch {
    return refuse(diagnose("request/unreadable-body", { reason: `it is not ${encoding}` }));
  }
  held.keep(size);
  return { output: Buffer.concat(pieces, size), diagnostics: [] };
}

const PIECE = 64 * 1024;

type Decoder = typeof createGunzip | typeof createBrotliDecompress;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
};

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
  return unreadableBody("it ended before all of it had arrived");
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
