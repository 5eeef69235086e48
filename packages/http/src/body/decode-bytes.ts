import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";

/** The body without its content encoding; stops as soon as the decoded body is larger than `limit` bytes. */
export async function decodeBytes(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number,
): Promise<Outcome<Uint8Array>> {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? ""];
  if (decode === undefined || bytes.length === 0) return { output: bytes, diagnostics: [] };
  try {
    return { output: await decode(bytes, { maxOutputLength: limit }), diagnostics: [] };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const reason = `it is not ${encoding}`;
    const diagnostic = isTooLarge
      ? overLimit("bodyBytes", limit)
      : diagnose("request/unreadable-body", { reason });
    return { output: undefined, diagnostics: [diagnostic] };
  }
}

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
};
