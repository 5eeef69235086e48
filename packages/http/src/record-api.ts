import { withPerson } from "./access/sign-in/with-person.ts";
import type { Answer } from "./answers/answer.ts";
import { answerException } from "./answers/answer-exception.ts";
import { overLimit } from "./answers/over-limit.ts";
import { preflight, withCors } from "./answers/with-cors.ts";
import { writeProblem } from "./answers/write-problem.ts";
import type { ApiRequest } from "./api-request.ts";
import { answerConsole } from "./console/answer-console.ts";
import { findRoute } from "./find-route.ts";
import type { SharedRates } from "./rates/shared-rates.ts";
import { type CallLoad, loadOf } from "./reports/call-load.ts";
import type { CallNotes } from "./reports/call-notes.ts";
import { beginSpan, endSpan, withinSpan } from "./reports/call-span.ts";
import { reportWhenSent } from "./reports/report-when-sent.ts";
import { createService, type Service } from "./service.ts";
import type { RecordApiOptions, ServedEngine } from "./settings.ts";
import type { Scheduler } from "./turns/scheduler.ts";

/** The record web API, whatever brings its requests. */
export interface RecordApi {
  /** Answers any request, in JSON; never rejects. */
  handle(request: ApiRequest): Promise<Answer>;
  /**
   * Serves these engines from now on. Calls under way go on with theirs, and count among those of the keys of the same
   * names. Throws, and changes nothing, when two of them serve applications of one id.
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
  const answered = await match.route.answer(service, await withPerson(service, match.request));
  if (notes.retryAfter === undefined) return answered;
  return { ...answered, headers: { ...answered.headers, ...retryAfter(notes) } };
}

function retryAfter({ retryAfter: seconds }: CallNotes): Readonly<Record<string, string>> {
  return { "retry-after": String(seconds) };
}

/** Whoever watches the server asks often, and from one address. */
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
