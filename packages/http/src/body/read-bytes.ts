import type { IncomingMessage } from "node:http";
import { diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../over-limit.ts";

/**
 * The body as sent. A body that is too large is not read to its end; the connection stays usable,
 * because the server passes over the rest before the next request.
 */
export async function readBytes(message: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
  const tooLarge = { output: undefined, diagnostics: [overLimit("bodyBytes", limit)] };
  if (Number(message.headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    const reason = "it ended before all of it had arrived";
    return { output: undefined, diagnostics: [diagnose("request/unreadable-body", { reason })] };
  }
  return { output: Buffer.concat(chunks, size), diagnostics: [] };
}
