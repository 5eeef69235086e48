import type { RequestBody } from "../api-request.ts";

/** The body of a web request. Of one that is too large the rest is cancelled. */
export function fetchBody(request: Request): RequestBody {
  return { read: (limit, hold) => readStream(request, limit, hold) };
}

async function readStream(
  { body, headers }: Request,
  limit: number,
  hold: (bytes: number) => boolean,
): ReturnType<RequestBody["read"]> {
  if (body === null) return new Uint8Array(0);
  if (Number(headers.get("content-length") ?? 0) > limit) {
    await body.cancel();
    return "too-large";
  }
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      size += value.length;
      const isTooLarge = size > limit;
      if (isTooLarge || !hold(value.length)) {
        await reader.cancel();
        return isTooLarge ? "too-large" : "no-room";
      }
      chunks.push(value);
    }
  } catch {
    return "cut-off";
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
