import type { AnyApplication, ApplicationTypes } from "./application.ts";
import type { CallOptions, Client, FindOptions } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { type Sending, sendCall } from "./send-call.ts";

/** A client of an application that is served somewhere; `A` is what `tablewright types` writes of it. */
export function createClient<A extends ApplicationTypes = AnyApplication>(
  options: ClientOptions<A["id"]>,
): Client<A> {
  const base = `${options.url.replace(/\/+$/u, "")}/api/v2/apps/${encodeURIComponent(options.app)}/tables/`;
  const send = (action: string, table: string, rows: readonly object[], properties: object, more: More) => {
    const url = `${base}${encodeURIComponent(table)}/Action`;
    return sendCall(url, { Action: action, Properties: properties, Rows: rows }, options, more);
  };
  const find = (table: string, { keys, selector, properties = {}, ...more }: FindOptions<object> = {}) => {
    const named = selector ?? (keys?.length === 0 ? noRowsOf(table) : undefined);
    const asked = named === undefined ? properties : { ...properties, Selector: named };
    return send("Find", table, keys ?? [], asked, {
      ...more,
      idempotencyKey: undefined,
      mayBeRepeated: true,
    });
  };
  const change = (
    action: string,
    table: string,
    rows: readonly object[],
    { properties = {}, ...more }: CallOptions = {},
  ) => {
    const idempotencyKey = more.idempotencyKey ?? options.newIdempotencyKey?.();
    const mayBeRepeated = idempotencyKey !== undefined;
    return send(action, table, rows, properties, { ...more, idempotencyKey, mayBeRepeated });
  };
  const client: Client<AnyApplication> = {
    find,
    get: async (table, key, more) => (await find(table, { ...more, keys: [key] })).rows[0],
    add: (table, rows, more) => change("Add", table, rows, more),
    edit: (table, rows, more) => change("Edit", table, rows, more),
    delete: (table, keys, more) => change("Delete", table, keys, more),
    invoke: (action, table, keys, more) => change(action, table, keys, more),
  };
  return client as unknown as Client<A>;
}

type More = Sending;

/** The Selector of a Find by no key at all: to the server, no keys mean all rows. */
function noRowsOf(table: string): string {
  return `FILTER("${table.replaceAll('"', '""')}", FALSE)`;
}
