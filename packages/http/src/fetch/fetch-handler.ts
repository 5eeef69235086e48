import type { AnswerBody } from "../answers/answer.ts";
import { type ApiRequest, createRequestIds, type RequestBody } from "../api-request.ts";
import { defaultTimeouts } from "../limits.ts";
import { createRecordApi, type RecordApi } from "../record-api.ts";
import type { RecordApiOptions } from "../settings.ts";

export interface FetchHandlerOptions extends RecordApiOptions {
  /** The prefix of every path, such as `/records`. Default none. */
  readonly prefix?: string;
}

/**
 * The record web API as a function from a web request to its response, for servers of that kind. `caller` is the
 * network address the request came from, where the server knows it.
 */
export function fetchHandler({ prefix, ...options }: FetchHandlerOptions): FetchHandler {
  const { answer } = { ...defaultTimeouts, ...options.timeouts };
  return fetchHandlerOf(createRecordApi(options), prefix, answer);
}

type FetchHandler = (request: Request, caller?: string) => Promise<Response>;

/** The same function of an API that there is already, such as that of a server. */
export function fetchHandlerOf(
  api: Pick<RecordApi, "handle">,
  prefix = "",
  longestWait = defaultTimeouts.answer,
): FetchHandler {
  return async (request, caller) => {
    const answer = await api.handle(toApiRequest(request, prefix, caller));
    const body = request.method === "HEAD" ? null : streamOf(answer.body, longestWait);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

const newId = createRequestIds();

function toApiRequest(request: Request, prefix: string, caller: string | undefined): ApiRequest {
  const { pathname, search } = new URL(request.url);
  const isBelow = pathname.startsWith(`${prefix}/`);
  return {
    method: request.method,
    path: isBelow ? pathname.slice(prefix.length) : pathname,
    url: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    body: fetchBody(request),
    id: newId(),
    signal: request.signal,
    prefix,
    ...(caller === undefined ? {} : { caller }),
  };
}

/**
 * An answer's body as a response takes it. Pieces are made as they are taken; when none is taken for so many milliseconds, the
 * answer is given up.
 */
function streamOf(body: AnswerBody, longestWait: number): string | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  const pieces = body[Symbol.asyncIterator]();
  let unread: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(unread);
        const { done, value } = await pieces.next();
        if (done) return controller.close();
        controller.enqueue(value);
        unread = setTimeout(() => {
          controller.error(new Error(`Nothing of the answer was read for ${longestWait} ms.`));
          void pieces.return?.();
        }, longestWait);
      },
      async cancel() {
        clearTimeout(unread);
        await pieces.return?.();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }), // nothing is made before it is asked for
  );
}

/** The body of a web request. Of one that is too large the rest is cancelled. */
function fetchBody(request: Request): RequestBody {
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
