import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { recordCalls, type SendCall } from "./calls/record-calls.ts";
import type { Reply } from "./calls/reply.ts";
import { PreparedChanges } from "./prepared/prepared-changes.ts";
import type { Tool } from "./tools/define-tool.ts";
import { tools } from "./tools/index.ts";

export interface McpServerOptions {
  /** Where the record web API is. */
  readonly send: SendCall;
  /** The application's `id`. */
  readonly app: string;
  /** What says who calls, such as `ApplicationAccessKey`; it is sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** For whom calls are made, where the caller speaks for others. */
  readonly runAs?: string | undefined;
  /** Shared by the servers of all callers. */
  readonly prepared: PreparedChanges;
  /** Whether rows are only read. Default false. */
  readonly readOnly?: boolean;
  /** Of this program, as clients see it. */
  readonly version: string;
}

/** A server of the Model Context Protocol for one caller of one application, to be connected to a transport. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { send, app, headers, runAs, prepared, readOnly = false, version } = options;
  const caller = JSON.stringify([app, headers, runAs]);
  const context = { calls: recordCalls(send, app, headers, runAs), prepared, caller };
  const server = new McpServer(
    { name: "tablewright", title: `Tablewright: ${app}`, version },
    {
      // The tools never change, so no client needs a stream of changes, which would outlive the key it was opened with.
      capabilities: { tools: { listChanged: false } },
      instructions: readOnly ? READING : `${READING} ${WRITING}`,
    },
  );
  for (const tool of tools) {
    if (readOnly && tool.does !== "read") continue;
    const { name, title, description, input } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: hintsOf(tool) },
      async (input) => written(await tool.run(context, input)),
    );
  }
  return server;
}

const READING =
  "The tables of an application, with typed columns, formulas and rules. See list_tables, then describe_table, then find_rows.";
const WRITING = "Every change is prepared first and carried out with the token that this gives.";

function hintsOf({ does }: Tool) {
  return {
    readOnlyHint: does !== "change",
    destructiveHint: does === "change",
    idempotentHint: does === "read",
    openWorldHint: false,
  };
}

function written(reply: Reply<object>): CallToolResult {
  const text = JSON.stringify(reply.ok ? reply.value : { errors: reply.errors });
  return { content: [{ type: "text", text }], ...(reply.ok ? {} : { isError: true }) };
}

/**
 * An application by the protocol over the standard input and output of this process, which must write nothing else there.
 * Resolves when `stopped` is aborted or the input has ended.
 */
export async function serveMcpOverStdio(options: McpServerOptions, stopped: AbortSignal): Promise<void> {
  const serving = serveStdio(() => createMcpServer(options));
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    stopped.addEventListener("abort", () => resolve(), { once: true });
    if (stopped.aborted) resolve();
  });
  await serving.close();
}

export interface McpHttpOptions {
  /** Where the record web API is. */
  readonly send: SendCall;
  /** The application's `id`. */
  readonly app: string;
  readonly version: string;
}

/** Bytes of one request of a client. */
const MCP_BODY_BYTES = 262_144;

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
