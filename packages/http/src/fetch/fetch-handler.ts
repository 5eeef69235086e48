import type { AnswerBody } from "../answers/answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { createRequestIds } from "../create-request-ids.ts";
import { defaultTimeouts } from "../limits.ts";
import { createRecordApi, type RecordApi } from "../record-api.ts";
import type { RecordApiOptions } from "../settings.ts";
import { fetchBody } from "./fetch-body.ts";

export interface FetchHandlerOptions extends RecordApiOptions {
  /** What stands before every path, such as `/records`. Default nothing. */
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

export type FetchHandler = (request: Request, caller?: string) => Promise<Response>;

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
    isAbandoned: () => request.signal.aborted,
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
