import type { FastifyInstance } from "fastify";

/** The answer of a server to a web request that does not come over a socket, made for a caller at a network address. */
export async function sendToServer(
  server: FastifyInstance,
  request: Request,
  caller: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const payload = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) };
  const { statusCode, headers, rawPayload } = await server.inject({
    method: request.method as "GET" | "POST",
    url: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    remoteAddress: caller,
    ...payload,
  });
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: entries });
}
