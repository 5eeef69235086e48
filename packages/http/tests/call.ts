/** One call to a server under test, sent without a socket. */
import type { FastifyInstance } from "fastify";
import { appId } from "./fake-engine.ts";

export interface CallOptions {
  readonly method?: string;
  readonly app?: string;
  /** As it stands in the path, escapes and all. */
  readonly table?: string;
  readonly url?: string;
  /** Null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  readonly json: any;
}

export async function call(server: FastifyInstance, options: CallOptions = {}): Promise<CallAnswer> {
  const { method = "POST", app = appId, table = "Orders", key = "V2-right" } = options;
  const url = options.url ?? `/api/v2/apps/${app}/tables/${table}/Action`;
  const body = "body" in options ? options.body : { Action: "Find" };
  const isRaw = typeof body === "string" || Buffer.isBuffer(body) || body === undefined;
  const response = await server.inject({
    method: method as "POST",
    url,
    headers: {
      ...(key === null ? {} : { applicationaccesskey: key }),
      "content-type": "application/json",
      ...options.headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  });
  const { statusCode: status, headers, payload: text } = response;
  return { status, headers, text, json: method === "HEAD" ? undefined : JSON.parse(text) };
}
