import { type Client, createClient } from "@tablewright/client";
import type { JsonValue } from "@tablewright/core/expression";

/** Who calls, and whose tables. It is held only in memory. */
export interface Session {
  readonly app: string;
  /** An access key, or the bearer token of a person. */
  readonly secret: string;
  readonly kind: "key" | "token";
}

/** A row of any table. */
export type Row = Readonly<Record<string, JsonValue>>;

/** An application as the console knows it, by its schemas only. */
interface SomeApplication {
  readonly id: string;
  readonly tables: Readonly<
    Record<string, { row: Row; key: object; add: object; edit: object; delete: object; actions: string }>
  >;
  readonly decisions: Readonly<Record<string, { facts: object; outputs: object }>>;
}

/** The record web API in the name of one session. */
export type Api = Client<SomeApplication>;

/** The client of the server that this page is from. What is sent again is decided by the queries of the page. */
export function createApi({ app, secret, kind }: Session): Api {
  const identity = kind === "key" ? { key: secret } : { token: secret };
  return createClient<SomeApplication>({
    url: location.origin,
    app,
    ...identity,
    retries: 0,
    timeout: TIMEOUT,
  });
}

/** Milliseconds: a page that is left ends its calls itself. */
const TIMEOUT = 600_000;
