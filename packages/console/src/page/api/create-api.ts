import type { FindExplanation, ResultRow, TableSchema } from "@tablewright/core";
import type { ApiRequest, Session } from "./send-request.ts";
import { sendRequest } from "./send-request.ts";

export type Row = ResultRow;

export interface TableList {
  readonly app: { readonly id: string; readonly name: string };
  readonly tables: readonly {
    readonly name: string;
    readonly key: readonly string[];
    readonly label: string;
  }[];
  readonly slices: readonly { readonly name: string; readonly table: string }[];
}

export interface Answer {
  readonly Rows: readonly Row[];
  readonly Warnings?: readonly { readonly message: string; readonly code: string }[];
  /** All rows that match, where they were counted. */
  readonly Count?: number;
  /** Where the next rows begin, where there are more. */
  readonly After?: string;
}

export interface Call {
  readonly table: string;
  readonly action: string;
  readonly rows?: readonly object[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

/** The record web API in the name of one session. */
export interface Api {
  readonly session: Session;
  tables(): Promise<TableList>;
  schema(table: string): Promise<TableSchema>;
  call(call: Call): Promise<Answer>;
  explain(table: string, selector: string): Promise<FindExplanation>;
  get<T>(path: string): Promise<T>;
}

export function createApi(session: Session): Api {
  const send = <T>(request: ApiRequest) => sendRequest<T>(session, request);
  return {
    session,
    tables: () => send({ path: "tables" }),
    schema: (table) => send({ path: `tables/${encodeURIComponent(table)}/schema` }),
    call: ({ table, action, rows, properties, signal }) =>
      send({
        path: `tables/${encodeURIComponent(table)}/Action`,
        body: { Action: action, Properties: properties ?? {}, ...(rows === undefined ? {} : { Rows: rows }) },
        signal,
      }),
    explain: (table, selector) =>
      send({
        path: `tables/${encodeURIComponent(table)}/explain`,
        body: { Action: "Find", Properties: selector === "" ? {} : { Selector: selector } },
      }),
    get: (path) => send({ path }),
  };
}
