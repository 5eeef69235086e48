import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Answers a web request of a caller at a network address. `part` is what was sent for the `:part` of the path. */
export type WebHandler = (request: Request, caller: string, part: string | undefined) => Promise<Response>;

/** Lets a function of web requests answer a path of a server that does not listen yet, such as `/mcp/:part`. */
export function addWebRoute(server: FastifyInstance, path: string, handle: WebHandler): void {
  server.route<{ Params: { part?: string } }>({
    method: ["GET", "POST", "DELETE"],
    url: path,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const response = await handle(toWebRequest(request), request.ip, request.params.part);
      reply.code(response.status).headers(Object.fromEntries(response.headers));
      return reply.send(response.body === null ? "" : Readable.fromWeb(response.body as ReadableStream));
    },
  });
}

function toWebRequest({ method, url, headers, raw }: FastifyRequest): Request {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const body = method === "POST" ? { body: Readable.toWeb(raw) as ReadableStream, duplex: "half" } : {};
  return new Request(`http://server${url}`, { method, headers: entries, ...body } as RequestInit);
}
