import { createMcpHandler } from "@modelcontextprotocol/server";
import type { SendRequest } from "./calls/record-calls.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import { PreparedChanges } from "./prepared/prepared-changes.ts";

export interface McpHttpOptions {
  /** Where the record web API is. */
  readonly send: SendRequest;
  /** The application's `id`. */
  readonly app: string;
  readonly version: string;
}

/** Bytes of one request of a client. */
export const MCP_BODY_BYTES = 262_144;

/**
 * An application by the protocol over HTTP, without sessions: a request is answered for whom its headers name to the record
 * web API, an access key or a token, and one without either is refused.
 */
export function mcpHttpHandler(options: McpHttpOptions): (request: Request) => Promise<Response> {
  const prepared = new PreparedChanges();
  const { send, app, version } = options;
  const handler = createMcpHandler(
    ({ requestInfo }) =>
      createMcpServer({
        send,
        app,
        version,
        prepared,
        headers: identityIn(requestInfo?.headers),
      }),
    { maxRequestBodySize: MCP_BODY_BYTES },
  );
  return async (request) =>
    Object.keys(identityIn(request.headers)).length === 0 ? unauthorised() : handler.fetch(request);
}

/** The headers by which the record web API knows a caller. */
function identityIn(headers: Headers | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    IDENTITY.flatMap((name) => {
      const value = headers?.get(name);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
}

const IDENTITY = ["applicationaccesskey", "authorization"];

function unauthorised(): Response {
  const message = "Name yourself: an access key in the header ApplicationAccessKey is missing.";
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_001, message } });
  return new Response(body, { status: 401, headers: { "content-type": "application/json" } });
}
