import { type ApiRequest, headerOf } from "../api-request.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import { OK } from "./problem.ts";

/** Whether a browser asks what a page of an allowed origin may send; the answer says all that there is. */
export function preflight({ method, headers }: ApiRequest, origins: readonly string[]): Answer | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined;
  if (allowedOrigin(headers, origins) === undefined) return undefined;
  return jsonAnswer(OK, "{}", ALLOWED);
}

/** The answer of a server that allows origins, which pages of these may read. There are no cookies, so a page brings no rights but those it knows. */
export function withCors(answer: Answer, { headers }: ApiRequest, origins: readonly string[]): Answer {
  const origin = allowedOrigin(headers, origins);
  const vary = [answer.headers.vary, "Origin"].filter((name) => name !== undefined).join(", ");
  const allowed =
    origin === undefined
      ? {}
      : { "access-control-allow-origin": origin, "access-control-expose-headers": "*" };
  return { ...answer, headers: { ...answer.headers, vary, ...allowed } };
}

function allowedOrigin(headers: ApiRequest["headers"], origins: readonly string[]): string | undefined {
  const origin = headerOf(headers, "origin");
  return origin !== undefined && (origins.includes(origin) || origins.includes("*")) ? origin : undefined;
}

/** An asterisk does not stand for `Authorization`, so that is named. */
const ALLOWED = {
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": "Authorization, *",
  "access-control-max-age": "600",
};
