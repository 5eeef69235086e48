import { type Diagnostic, diagnose } from "@tablewright/core";
import { cutAtKey } from "../access/address.ts";
import { authenticateForApplication } from "../access/authenticate.ts";
import { ALWAYS, type Answer } from "../answers/answer.ts";
import { titleOf, UNAUTHORIZED, writeProblem } from "../answers/problem.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";
import { withBytes } from "../turns/carry-out.ts";
import { defineRoute, type RoutedRequest } from "./define-route.ts";
import { onlyApplication } from "./openapi.ts";

export const assistant = defineRoute({
  method: "POST",
  path: "/mcp/:appId",
  summary: "Answers an assistant, by the Model Context Protocol.",
  answer: (service, request) => answerAssistant(service, request, request.parameters.appId),
});

export const onlyAssistant = defineRoute({
  method: "POST",
  path: "/mcp",
  summary: "The same if only one application is served.",
  answer: (service, request) => answerAssistant(service, request, onlyApplication(service)),
});

/**
 * Admits the caller, receives the body within the limits of bodies, and hands both to what speaks the protocol. That makes calls of the
 * record API, which count among those of the key: so this request takes no place among them.
 */
async function answerAssistant(service: Service, request: RoutedRequest, appId: string): Promise<Answer> {
  if (service.assistants === undefined)
    return writeProblem([diagnose("request/no-such-path", { path: cutAtKey(request.path) })], request.id);
  const { output, diagnostics } = authenticateForApplication(service, appId, request);
  if (output === undefined) return unadmitted(diagnostics, request.id);
  const handle = service.assistants(output.application.name);
  return withBytes(service, output.key, request, service.limits.bodyBytes, async (bytes) =>
    toAnswer(await handle(toWebRequest(request, bytes))),
  );
}

/** Clients of the protocol take only this status for an unknown caller. */
function unadmitted(diagnostics: readonly Diagnostic[], traceId: string): Answer {
  if (!diagnostics.some(({ code }) => NOT_KNOWN.has(code))) return writeProblem(diagnostics, traceId);
  const challenge = { "www-authenticate": "Bearer" };
  const members = { title: titleOf(UNAUTHORIZED), status: UNAUTHORIZED };
  return { ...writeProblem(diagnostics, traceId, challenge, members), status: UNAUTHORIZED };
}

const NOT_KNOWN: ReadonlySet<string> = new Set(["auth/missing-key", "auth/wrong-key"]);

function toWebRequest({ method, url, headers }: ApiRequest, body: Uint8Array): Request {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Request(`http://server${url}`, { method, headers: entries, body: new Uint8Array(body) });
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers, body } = response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  return {
    status,
    headers: { ...ALWAYS, ...Object.fromEntries(headers) },
    body: isStream && body !== null ? body : await response.text(),
  };
}
