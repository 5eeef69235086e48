import { type Client, createClient } from "@tablewright/client";
import type { JsonValue } from "@tablewright/core/expression";
import type { QueryClient } from "@tanstack/react-query";

/** Who calls, and whose tables. It is held only in memory. */
export interface Session {
  readonly app: string;
  /** An access key, or the bearer token of a person. */
  readonly secret: string;
  readonly kind: "key" | "token";
}

/** A row of any table. */
export type ApiRow = Readonly<Record<string, JsonValue>>;

/** An application as the console knows it, by its schemas only. */
interface SomeApplication {
  readonly id: string;
  readonly tables: Readonly<
    Record<string, { row: ApiRow; key: object; add: object; edit: object; delete: object; actions: string }>
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

/** The key of a row as people read it, and as an address holds it: parts of several are joined. */
export function rowKey(row: ApiRow, key: readonly string[]): string {
  return key.length === 1 ? String(row[key[0] ?? ""] ?? "") : String(row._ComputedKey ?? "");
}

/** The cells that name a row as it was read: the call is refused where it was changed since. */
export function versionedKey(row: ApiRow, key: readonly string[]): Record<string, JsonValue> {
  const { _Version } = row;
  return { ...keyCells(rowKey(row, key), key), ...(_Version === undefined ? {} : { _Version }) };
}

/** The cells that name a row by its key in a call. */
export function keyCells(key: string, columns: readonly string[]): Record<string, string> {
  const [only = ""] = columns;
  return columns.length === 1 ? { [only]: key } : { _ComputedKey: key };
}

/**
 * Reads again what a change may have touched. Reading that is under way may have begun before the change: it is ended first,
 * because its answer would be taken for a new one.
 */
export async function readAgain(queries: QueryClient, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    await queries.cancelQueries({ queryKey: [kind] });
    await queries.invalidateQueries({ queryKey: [kind] });
  }
}
