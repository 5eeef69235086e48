import type { DiagnosticCode } from "@tablewright/core";

/** The only place with status numbers: what an error is in the words of HTTP. */
export function statusOf(code: DiagnosticCode): number {
  const [group = ""] = code.split("/");
  return BY_CODE[code] ?? BY_GROUP[group as Group] ?? 500;
}

export const OK = 200;

export const UNAUTHORIZED = 401;

/** Of a server that is alive but takes no calls. */
export const UNAVAILABLE = 503;

/** The seconds after which the same call may succeed. */
export function retryAfterOf(code: DiagnosticCode): number | undefined {
  return RETRY_AFTER[code];
}

/** The standard's name of a status that is answered here. */
export function titleOf(status: number): string {
  return TITLES[status] ?? "Error";
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type Group = DiagnosticCode extends infer Code
  ? Code extends `${infer Name}/${string}`
    ? Name
    : never
  : never;

const BY_GROUP: Readonly<Record<Group, number>> = {
  syntax: 400,
  name: 400,
  type: 400,
  call: 400,
  run: 400,
  limit: 400,
  cell: 400,
  column: 400,
  key: 400,
  rule: 400,
  decision: 400,
  logic: 400,
  action: 400,
  workflow: 400,
  selector: 400,
  request: 400,
  history: 400,
  event: 400,
  tests: 409,
  edit: 409,
  row: 404,
  table: 404,
  app: 404,
  load: 409, // no call of the API loads
  access: 403,
  auth: 403,
  server: 500,

  definition: 500, // found when an application is loaded, never while it is served
};

const BY_CODE: Readonly<Partial<Record<DiagnosticCode, number>>> = {
  "auth/missing-app": 400,
  "auth/missing-key": 400,
  "auth/blank-identity": 400,
  "auth/no-identity": 400,
  "auth/wrong-token": 401,
  "server/issuer-away": UNAVAILABLE,
  "auth/look-alike": 400,
  "rule/with-check": 403,
  "request/no-such-path": 404,
  "request/method": 405,
  "request/too-slow": 408,
  "event/not-found": 404,
  "server/keeps-nothing": 404,
  "history/no-call": 404,
  "history/undo-conflict": 409,
  "history/undo-unrecorded": 409,
  "history/trimmed": 410,
  "limit/body": 413,
  "limit/rows": 413,
  "request/media-type": 415,
  "edit/not-enabled": 404,
  "edit/unknown-version": 404,
  "edit/unknown-part": 400,
  "edit/unwritable": 400,
  "edit/has-errors": 400,
  "row/changed": 409,
  "request/key-reused": 422,
  "limit/busy": 429,
  "limit/server-busy": 429,
  "limit/bodies": 429,
  "limit/streams": 429,
  "limit/live": 429,
  "limit/wrong-keys": 429,
  "limit/rate": 429,
  "limit/trials": 429,
  "limit/head": 431,
  "server/too-many-connections": UNAVAILABLE,
  "server/store-away": UNAVAILABLE,
  "server/store-damaged": UNAVAILABLE,
  "server/store-full": UNAVAILABLE,
  "server/store-replaced": UNAVAILABLE,
  "server/read-only": UNAVAILABLE,
  "server/definition-outdated": UNAVAILABLE,
};

const RETRY_AFTER: Readonly<Partial<Record<DiagnosticCode, number>>> = {
  "limit/busy": 1,
  "limit/server-busy": 1,
  "limit/bodies": 1,
  "limit/streams": 5,
  "limit/trials": 5,
  "limit/live": 5,
  "limit/wrong-keys": 60,
  "server/too-many-connections": 1,
  "server/store-away": 5,
  "server/store-damaged": 60,
  "server/store-full": 60,
  "server/store-replaced": 60,
  "server/read-only": 60,
  "server/definition-outdated": 5,
  "server/issuer-away": 5,
};
