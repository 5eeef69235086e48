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
