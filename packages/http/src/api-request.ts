import type { Diagnostic } from "@tablewright/core";

/** A request as every adapter hands it over: its head is there, its body is still to be read. */
export interface ApiRequest {
  /** In capitals. */
  readonly method: string;
  /** As sent, escapes and all, without the query and without what the API is mounted below. */
  readonly path: string;
  /** The address with its query, as sent. */
  readonly url: string;
  /** By names in lower case. */
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** Names the request in logs and answers. */
  readonly id: string;
  /** Where the caller sits on the network, as far as the adapter knows. */
  readonly caller?: string;
  /** Aborts when the caller has gone and takes no answer any more, as far as the adapter knows. */
  readonly signal?: AbortSignal;
  /** The prefix of every path of the API; default none. */
  readonly prefix?: string;
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a request brings, to be read at most once. */
export interface RequestBody {
  /**
   * All of it as sent, when it is at most `limit` bytes and `hold` has taken each part of it as it came. `too-large`: it
   * is longer; `no-room`: `hold` would not take a part; nothing of it is kept then. `cut-off`: it ended before all of it
   * had arrived. A diagnostic: why the adapter refused the rest, which it has answered itself.
   */
  read(
    limit: number,
    hold: (bytes: number) => boolean,
  ): Promise<Uint8Array | "too-large" | "no-room" | "cut-off" | Diagnostic>;
}

/** A header's value; of one that was sent several times the first. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Makes names of requests for logs and answers: one part that differs from process to process, and a number. */
export function createRequestIds(): () => string {
  let process: string | undefined; // some runtimes have nothing random before the first request
  let count = 0;
  return () => {
    process ??= crypto.randomUUID().slice(0, 18);
    return `${process}-${(++count).toString(36)}`;
  };
}
