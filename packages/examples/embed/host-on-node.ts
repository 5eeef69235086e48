import { createServer, type IncomingMessage, type Server } from "node:http";
import { Readable } from "node:stream";

/** A server of `node:http` around a handler of WHATWG requests; what the handler throws is answered with 500 and told to `onError`. */
export function hostOnNode(
  handle: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): Server {
  return createServer(async (message, reply) => {
    try {
      const response = await handle(toRequest(message));
      reply.writeHead(response.status, Object.fromEntries(response.headers));
      reply.end(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      onError(error);
      reply.writeHead(500, { "content-type": "application/json" }).end('{"errors":[]}');
    }
  });
}

function toRequest(message: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = message;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://desk"), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody ? { body: Readable.toWeb(message) as ReadableStream, duplex: "half" } : {}),
  });
}
