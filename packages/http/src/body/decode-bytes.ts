import { createBrotliDecompress, createGunzip } from "node:zlib";
import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";
import type { HeldBytes } from "../turns/held-bytes.ts";

/**
 * The body without its content encoding; stops as soon as the decoded body is larger than `limit` bytes or there is no room
 * for it. Decoded piece by piece on the platform's own threads; what was sent is held no longer than that.
 */
export async function decodeBytes(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number,
  held: HeldBytes,
): Promise<Outcome<Uint8Array>> {
  const createDecoder = encoding === undefined ? undefined : DECODERS[encoding.trim().toLowerCase()];
  if (createDecoder === undefined || bytes.length === 0) return { output: bytes, diagnostics: [] };
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

const DECODERS: Readonly<Record<string, typeof createGunzip | typeof createBrotliDecompress>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
};

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}
