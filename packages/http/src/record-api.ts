import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { continueWith } from "@tablewright/core/compiler";
import { withoutQuery } from "./access/address.ts";
import { withPerson } from "./access/sign-in/with-person.ts";
import { type Answer, brief, jsonAnswer, whenSent } from "./answers/answer.ts";
import { answerException, OK, writeProblem } from "./answers/problem.ts";
import { type ApiRequest, headerOf } from "./api-request.ts";
import { answerConsole } from "./console/answer-console.ts";
import { type FoundRoute, findRoute } from "./find-route.ts";
import { overLimit } from "./limits.ts";
import type { SharedRates } from "./rates/rates.ts";
import type { CallNotes, CallReport } from "./reports/call-report.ts";
import type { RoutedRequest } from "./routes/define-route.ts";
import { routes } from "./routes/index.ts";
import { type CallLoad, createService, loadOf, type Service } from "./service.ts";
import type { RecordApiOptions, ServedEngine } from "./settings.ts";
import type { Scheduler } from "./turns/scheduler.ts";

/** The record web API, whatever brings its requests. */
export interface RecordApi {
  /** Answers any request, in JSON; never rejects. */
  handle(request: ApiRequest): Promise<Answer>;
  /**
   * Serves these engines from now on. Calls that are being carried out go on with theirs, and count among those of the keys of the
   * same names; those that still wait for their bodies or turns are carried out by the new ones. Throws, and changes nothing, when two of them serve applications of one id.
   */
  replaceEngines(engines: readonly ServedEngine[]): void;
  /**
   * Shares the limits in time with other servers once: to be called about once a second. Rejects when that cannot be done, and
   * this server goes on counting by itself.
   */
  exchangeRates(shared: SharedRates): Promise<void>;
  /** What is under way just now. */
  load(): CallLoad;
  /** Says from now on that it is not ready; calls are still carried out. */
  close(): void;
}

/** Whether a browser asks what a page of an allowed origin may send; the answer says all that there is. */
function preflight({ method, headers }: ApiRequest, origins: readonly string[]): Answer | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined;
  if (allowedOrigin(headers, origins) === undefined) return undefined;
  return jsonAnswer(OK, "{}", ALLOWED);
}

/** The answer of a server that allows origins, which pages of these may read. There are no cookies, so a page brings no rights but those it knows. */
function withCors(answer: Answer, { headers }: ApiRequest, origins: readonly string[]): Answer {
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

/** The answer, which `report` gets when all of it was taken; `begun` by `performance.now()`. */
function reportWhenSent(
  answer: Answer,
  { id, method, path, caller }: ApiRequest,
  notes: CallNotes,
  begun: number,
  report: (report: CallReport) => void,
): Answer {
  const { status, code, rows } = answer;
  return whenSent(answer, () => {
    const milliseconds = performance.now() - begun;
    report({
      ...notes,
      id,
      method,
      path: brief(withoutQuery(path), LONGEST_PATH),
      from: caller,
      status,
      code,
      rows,
      milliseconds,
    });
  });
}

/** Characters. */
const LONGEST_PATH = 1_000;

/** An asterisk does not include `Authorization`, so that is named. */
const ALLOWED = {
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": "Authorization, *",
  "access-control-max-age": "600",
};

/**
 * The record web API over engines. Throws when two of them serve applications of one id. A scheduler may be given where
 * several share the processor, or time is not that of a clock.
 */
export function createRecordApi(options: RecordApiOptions, scheduler?: Scheduler): RecordApi {
  let isClosing = false;
  const service = createService(options, () => isClosing, scheduler);
  const isNew = unlessSeen();
  return {
    async handle(request) {
      const { reportCall } = options;
      const begun = performance.now();
      const notes: CallNotes = {};
      const span = beginSpan(request);
      let plain: Answer;
      try {
        plain = await withinSpan(span, () => answer(service, request, notes));
      } catch (error) {
        if (isNew(error)) options.reportError?.(error, request.id);
        plain = answerException(error, request.id);
      }
      // A function that fails may do so for every row.
      const [cause] = plain.causes ?? [];
      if (cause !== undefined && isNew(cause)) options.reportError?.(cause, request.id);
      const answered = service.origins.length === 0 ? plain : withCors(plain, request, service.origins);
      if (reportCall === undefined && span === undefined) return answered;
      return reportWhenSent(answered, request, notes, begun, (report) => {
        if (span !== undefined) endSpan(span, report);
        reportCall?.(report);
      });
    },
    replaceEngines: (engines) => service.replaceEngines(engines),
    exchangeRates: (shared) => service.rates.exchange(shared, () => service.now()),
    load: () => loadOf(service),
    close() {
      isClosing = true;
    },
  };
}

async function answer(service: Service, request: ApiRequest, notes: CallNotes): Promise<Answer> {
  if (hasTooManyHeaders(request, service.limits.headerCount))
    return writeProblem([overLimit("headerCount", service.limits.headerCount)], request.id);
  const file = service.console === undefined ? undefined : answerConsole(service.console, request);
  if (file !== undefined) return file;
  const preflightAnswer = service.origins.length === 0 ? undefined : preflight(request, service.origins);
  if (preflightAnswer !== undefined) return preflightAnswer;
  const match = findRoute(request, notes);
  const tooOften = PROBES.has(notes.route ?? "")
    ? undefined
    : service.rates.ofAddress(request.caller, service.now(), notes);
  if (tooOften !== undefined) return writeProblem([tooOften], request.id, retryAfter(notes));
  if (match.refusal !== undefined) return match.refusal;
  const answered = await answerAdmitted(service, request, notes, match);
  if (notes.retryAfter === undefined) return answered;
  return { ...answered, headers: { ...answered.headers, ...retryAfter(notes) } };
}

/**
 * Answers a request, and again in its turn where the definition was replaced, or time has passed, while it waited: a body that
 * arrives slowly does not outlive the key that it was admitted by.
 */
function answerAdmitted(
  service: Service,
  request: ApiRequest,
  notes: CallNotes,
  { route, parameters }: FoundRoute,
): Answer | Promise<Answer> {
  const served = service.applications;
  const begun = service.now();
  const answer = (routed: RoutedRequest) =>
    continueWith(withPerson(service, routed), (admitted) => route.answer(service, admitted));
  return answer({
    ...request,
    parameters,
    routes,
    notes,
    answerAgain(turn, body) {
      if (service.applications === served && service.now() - begun < ADMITTED) return undefined;
      const arrived = body === undefined ? request.body : { read: async () => body }; // which is held already
      return answer({ ...request, parameters, routes, notes, body: arrived, turn });
    },
  });
}

/** Milliseconds for which neither a key nor a token is looked at again. */
const ADMITTED = 1_000;

function retryAfter({ retryAfter: seconds }: CallNotes): Readonly<Record<string, string>> {
  return { "retry-after": String(seconds) };
}

/** Monitors of the server ask often, and from one address. */
const PROBES = new Set(["/healthz", "/readyz"]);

function hasTooManyHeaders({ headers }: ApiRequest, most: number): boolean {
  let count = 0;
  for (const _ in headers) count++;
  return count > most;
}

/** What stays wrong is thrown as the same object by every call, and reported once. */
function unlessSeen(): (error: unknown) => boolean {
  const seen = new WeakSet<object>();
  return (error) => {
    if (typeof error !== "object" || error === null) return true;
    const isNew = !seen.has(error);
    seen.add(error);
    return isNew;
  };
}

/**
 * The span of a request, below that which its caller sends along; undefined where no SDK of OpenTelemetry is there, or it
 * does not record this one.
 */
function beginSpan({ method, headers }: ApiRequest): Span | undefined {
  // Asked for each time: an SDK may come later, and through another copy of the interface than ours.
  const span = trace
    .getTracer("tablewright")
    .startSpan(method, { kind: SpanKind.SERVER }, propagation.extract(context.active(), headers));
  return span.isRecording() ? span : undefined;
}

/** Runs `work` with the span as the one under way, so that others, such as those of a database's driver, lie below it. */
function withinSpan<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** Ends a span with what is reported of its request. */
function endSpan(span: Span, report: CallReport): void {
  const { app, table, action, key, route, method, status, code, rows, id } = report;
  span.updateName(action === undefined ? `${method} ${route ?? ""}`.trim() : `${action} ${table}`);
  const attributes = { app, table, action, key, code, rows, trace_id: id };
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) span.setAttribute(`tablewright.${name}`, value);
  span.setAttribute("http.response.status_code", status);
  if (route !== undefined) span.setAttribute("http.route", route);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
