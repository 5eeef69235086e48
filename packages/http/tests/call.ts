/** One call to a server under test, sent without a socket. */
import type { FastifyInstance } from "fastify";
import type { Served } from "./adapters.ts";
import { appId } from "./fake-engine.ts";

export interface CallOptions {
  readonly method?: string;
  readonly app?: string;
  /** As it is in the path, escapes and all. */
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

export async function call(server: Served, options: CallOptions = {}): Promise<CallAnswer> {
  const { method = "POST", app = appId, table = "Orders", key = "V2-right" } = options;
  const url = options.url ?? `/api/v2/apps/${app}/tables/${table}/Action`;
  const body = "body" in options ? options.body : { Action: "Find" };
  const isRaw = typeof body === "string" || Buffer.isBuffer(body) || body === undefined;
  const sent = {
    method,
    url,
    headers: {
      ...(key === null ? {} : { applicationaccesskey: key }),
      "content-type": "application/json",
      ...options.headers,
    },
    body: isRaw ? body : JSON.stringify(body),
  };
  const answer = typeof server === "function" ? await fetched(server, sent) : await injected(server, sent);
  return { ...answer, json: method === "HEAD" ? undefined : JSON.parse(answer.text) };
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

type Received = Omit<CallAnswer, "json">;

async function injected(server: FastifyInstance, { method, url, headers, body }: Sent): Promise<Received> {
  const response = await server.inject({
    method: method as "POST",
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, headers: response.headers, text: response.payload };
}

async function fetched(
  handle: Exclude<Served, FastifyInstance>,
  { method, url, headers, body }: Sent,
): Promise<Received> {
  const request = new Request(`http://127.0.0.1${url}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body as string }),
  });
  const response = await handle(request);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
