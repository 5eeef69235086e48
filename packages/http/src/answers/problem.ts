/** Errors as HTTP has them: their statuses, and their answers as problems. */
import { type Diagnostic, type DiagnosticCode, diagnose } from "@tablewright/core";
import { ALWAYS, type Answer, brief } from "./answer.ts";

/**
 * Errors as `application/problem+json` (RFC 9457); there is at least one error among them.
 * The first error gives the status and the code; `type` is `about:blank` because `code` identifies the problem.
 */
export function writeProblem(
  diagnostics: readonly Diagnostic[],
  traceId: string,
  headers: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Answer<string> {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === "warning");
  const first = errors[0] ?? diagnostics[0];
  if (first === undefined) throw new Error("A problem needs at least one diagnostic.");
  const status = statusOf(first.code);
  const detail = detailOf(first, errors.length - 1);
  const retryAfter = retryAfterOf(first.code);
  return {
    status,
    code: first.code,
    ...causesOf(diagnostics),
    headers: {
      ...ALWAYS,
      "content-type": "application/problem+json; charset=utf-8",
      ...(status === UNAUTHORIZED ? CHALLENGE : {}),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
    body: JSON.stringify({
      type: "about:blank",
      title: titleOf(status),
      status,
      detail,
      message: detail,
      code: first.code,
      traceId,
      errors: errors.map(writeDiagnostic),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(writeDiagnostic) }),
      ...members,
    }),
  };
}

/** What functions of the program threw, where they did. */
export function causesOf(diagnostics: readonly Diagnostic[]): Pick<Answer, "causes"> {
  const causes = diagnostics.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
  return causes.length === 0 ? {} : { causes };
}

/** What programs that sign people in look for, to get another token (RFC 6750). */
const CHALLENGE = { "www-authenticate": 'Bearer error="invalid_token"' };

/** An error or warning as a client sees it: nothing of files and members of the definition. */
export function writeDiagnostic(diagnostic: Diagnostic): Readonly<Record<string, unknown>> {
  const { call, row, column, key, code, message, hint, start, end } = diagnostic;
  return {
    call,
    row,
    column: briefly(column),
    key: briefly(key),
    code,
    message: brief(message),
    hint: briefly(hint),
    start,
    end,
  };
}

function briefly(text: string | undefined): string | undefined {
  return text === undefined ? undefined : brief(text);
}

/** One paragraph for people: clients that do not know `errors` show only this. */
function detailOf(first: Diagnostic, others: number): string {
  const call = first.call === undefined ? [] : [`Call ${first.call}`];
  const row = first.row === undefined ? [] : [`row ${first.row}`];
  const column = first.column === undefined ? [] : [`column "${brief(first.column)}"`];
  const place = [...call, ...row, ...column].join(", ");
  const more = others === 0 ? [] : [`And ${others} more ${others === 1 ? "error" : "errors"}.`];
  const hint = first.hint === undefined ? [] : [brief(first.hint)];
  const sentences = [brief(first.message), ...hint, ...more].join(" ");
  return place === "" ? sentences : `${place[0]?.toUpperCase()}${place.slice(1)}: ${sentences}`;
}

/**
 * Something was thrown. The caller learns nothing of it but the trace id under which it is in the log;
 * a store says what it cannot do by an error with a `code`, and what callers may know of its being away by a `reason`.
 */
export function answerException(error: unknown, traceId: string): Answer {
  const { code, reason } = (error ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
  const match = SAID.find((one) => one === code);
  if (match === STORE_AWAY)
    return writeProblem([diagnose(match, typeof reason === "string" ? { reason } : {})], traceId);
  return writeProblem([diagnose(match ?? "server/internal", {})], traceId);
}

export const STORE_AWAY = "server/store-away" satisfies DiagnosticCode;

/** What a store says that it cannot do. */
const SAID = [
  STORE_AWAY,
  "server/store-damaged",
  "server/store-full",
  "server/store-replaced",
  "server/read-only",
  "server/keeps-nothing",
  "server/definition-outdated",
] as const satisfies readonly DiagnosticCode[];

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
function retryAfterOf(code: DiagnosticCode): number | undefined {
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
