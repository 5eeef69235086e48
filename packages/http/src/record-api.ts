import type { Answer } from "./answers/answer.ts";
import { answerException } from "./answers/answer-exception.ts";
import { overLimit } from "./answers/over-limit.ts";
import { writeProblem } from "./answers/write-problem.ts";
import type { ApiRequest } from "./api-request.ts";
import { findRoute } from "./find-route.ts";
import { createService } from "./service.ts";
import type { RecordApiOptions } from "./settings.ts";
import type { Scheduler } from "./turns/scheduler.ts";

/** The record web API, whatever brings its requests. */
export interface RecordApi {
  /** Answers any request, in JSON; never rejects. */
  handle(request: ApiRequest): Promise<Answer>;
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
  return {
    async handle(request) {
      try {
        if (hasTooManyHeaders(request, service.limits.headerCount))
          return writeProblem([overLimit("headerCount", service.limits.headerCount)], request.id);
        const found = findRoute(request);
        return found.refusal ?? (await found.route.answer(service, found.request));
      } catch (error) {
        options.reportError?.(error, request.id);
        return answerException(error, request.id);
      }
    },
    close() {
      isClosing = true;
    },
  };
}

function hasTooManyHeaders({ headers }: ApiRequest, most: number): boolean {
  let count = 0;
  for (const _ in headers) count++;
  return count > most;
}
