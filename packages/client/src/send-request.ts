import { type Problem, ProblemError } from "./problem-error.ts";

/** What may be said of every request besides what it asks for. */
export interface RequestOptions {
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for this request instead of the client's. */
  readonly timeout?: number | undefined;
}

/** One request of the record web API. */
export interface SentRequest extends RequestOptions {
  /** Below `/api/v2/apps/{app}/`. */
  readonly path: string;
  /** What is posted; without it the request is a GET. */
  readonly body?: object;
  /** The member of the answer that is always a list: an answer without it is that of another program. */
  readonly list: string;
  readonly idempotencyKey?: string | undefined;
  /** Whether it may be sent again where it is not known whether it was carried out. */
  readonly mayBeRepeated: boolean;
}

/** Sends a request, again while the server is busy or away, so often and so long as the client allows. */
export async function sendRequest<T>(client: ClientOptions, request: SentRequest): Promise<T> {
  const { path, body, list, mayBeRepeated, signal, timeout = client.timeout ?? 30_000 } = request;
  const { fetch: send = fetch } = client;
  const url = addressOf(client, path);
  const end = Date.now() + timeout;
  const stop = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]);
  const content = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  for (let left = client.retries ?? 3; ; left--) {
    const init = { ...content, headers: await requestHeaders(client, request), signal: stop };
    try {
      return await readAnswer<T>(await send(url, init), list);
    } catch (error) {
      stop.throwIfAborted();
      const wait = waitAfter(error, mayBeRepeated);
      if (wait === undefined || left <= 0 || Date.now() + wait > end) throw error;
      await pause(wait, stop);
    }
  }
}

/** The address of a path below that of the application. */
export function addressOf({ url, app }: ClientOptions, path: string): string {
  return `${url.replace(/\/+$/u, "")}/api/v2/apps/${encodeURIComponent(app)}/${path}`;
}

/** The headers of a request: who asks, and what is sent. */
export async function requestHeaders(
  { key, token, headers }: ClientOptions,
  { body, idempotencyKey }: Pick<SentRequest, "body" | "idempotencyKey">,
): Promise<Record<string, string>> {
  const bearer = typeof token === "function" ? await token() : token;
  return {
    prefer: "wire=typed",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { applicationaccesskey: key }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(typeof headers === "function" ? await headers() : headers),
  };
}

/**
 * Milliseconds until a call is sent again; undefined when it is not. Status 429 says that nothing was done. After 503, and
 * where no answer came at all, a write may have been carried out.
 */
function waitAfter(error: unknown, mayBeRepeated: boolean): number | undefined {
  if (!(error instanceof ProblemError)) return mayBeRepeated ? A_MOMENT : undefined;
  const isTemporary = error.status === 429 || (error.status === 503 && mayBeRepeated);
  return isTemporary ? (error.retryAfter ?? 1) * A_MOMENT : undefined;
}

const A_MOMENT = 1_000;

/** Resolves after so many milliseconds; rejects with the signal's reason when it ends before. */
export function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(stop.reason);
    };
    const timer = setTimeout(() => {
      stop.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
  });
}

/** The JSON of an answer that has the list of this name. Throws a `ProblemError` for whatever else was answered. */
async function readAnswer<T>(response: Response, list: string): Promise<T> {
  // biome-ignore lint/suspicious/noExplicitAny: it is looked at before it is believed
  const answer: any = (await response.json().catch(forgiveText)) ?? {};
  if (response.ok && Array.isArray(answer[list])) return answer;
  throw problemIn(response, response.ok ? {} : answer);
}

/** What was answered in place of a stream. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const problem = response.ok ? {} : await response.json().catch(forgiveText);
  return problemIn(response, (problem ?? {}) as Partial<Problem>);
}

function problemIn({ status, headers }: Response, problem: Partial<Problem>): ProblemError {
  return new ProblemError(status, problem, secondsIn(headers.get("retry-after")));
}

/** What is no JSON was written by something before the server; what broke off is a failure of the network. */
function forgiveText(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

/** Of `Retry-After`, which is a number of seconds or a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const until = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** How the record web API is reached. */
export interface ClientOptions<Id extends string = string> {
  /** The server's address, such as `https://records.example.com`, with what the API is mounted below. */
  readonly url: string;
  /** The application's `id`. */
  readonly app: Id;
  /** The access key. */
  readonly key?: string;
  /** The bearer token of a person, where people sign in; a function is asked before each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** Further headers of every request; a function is asked before each. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** What sends requests. Default the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds for a call with all its attempts. Default 30,000. */
  readonly timeout?: number;
  /** How often a call is sent again when the server was busy or away. Default 3. */
  readonly retries?: number;
  /** Makes the idempotency key of every write that names none, such as `() => crypto.randomUUID()`. Default: it has none. */
  readonly newIdempotencyKey?: () => string;
}

type Headers = Readonly<Record<string, string>>;
