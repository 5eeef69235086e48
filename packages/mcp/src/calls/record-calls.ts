import type { TableSchema } from "@tablewright/core";
import { done, type Mistake, type Reply, refused } from "./reply.ts";

/** Sends a request of the record web API, `from` the one of an assistant that is behind it, and answers its response. */
export type SendRequest = (request: Request, from?: Request) => Promise<Response>;

/** A row on the wire `typed`. */
export type Row = Readonly<Record<string, unknown>>;

/** The body of a call. */
export interface CallBody {
  readonly Action: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Rows?: readonly Row[];
}

export interface CallAnswer {
  readonly Rows: readonly Row[];
  readonly Warnings?: readonly Mistake[];
}

/** The record web API of one application, as one caller may use it: every rule about callers is its own. */
export interface RecordCalls {
  tables(): Promise<Reply<object>>;
  schema(table: string): Promise<Reply<TableSchema>>;
  explain(table: string, body: CallBody): Promise<Reply<object>>;
  call(table: string, body: CallBody): Promise<Reply<CallAnswer>>;
}

/** `headers` say who calls; `runAs` is the person for whom, where the caller speaks for others. */
export function recordCalls(
  send: SendRequest,
  app: string,
  headers: Readonly<Record<string, string>>,
  runAs: string | undefined,
): RecordCalls {
  const base = `http://records/api/v2/apps/${encodeURIComponent(app)}/tables`;
  const at = (table: string, word: string) => `${base}/${encodeURIComponent(table)}/${word}`;
  const request = async <T>(url: string, body?: CallBody): Promise<Reply<T>> => {
    const identity = runAs === undefined ? {} : { RunAsUserEmail: runAs };
    const init = {
      headers: { ...headers, prefer: "wire=typed", "content-type": "application/json" },
      ...(body === undefined
        ? {}
        : {
            method: "POST",
            body: JSON.stringify({ ...body, Properties: { ...body.Properties, ...identity } }),
          }),
    };
    return readReply(await send(new Request(url, init)));
  };
  return {
    tables: () => request(base),
    schema: (table) => request(at(table, "schema")),
    explain: (table, body) => request(at(table, "explain"), body),
    call: (table, body) => request(at(table, "Action"), body),
  };
}

async function readReply<T>(response: Response): Promise<Reply<T>> {
  const json = (await response.json()) as T & { readonly errors?: readonly Mistake[] };
  return response.ok ? done(json) : refused(...(json.errors ?? []));
}
