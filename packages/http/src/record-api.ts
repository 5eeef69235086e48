import type { Answer } from "./answers/answer.ts";
import { answerFault } from "./answers/answer-fault.ts";
import type { ApiRequest } from "./api-request.ts";
import { findRoute } from "./find-route.ts";
import { createService } from "./service.ts";
import type { RecordApiOptions } from "./settings.ts";

/** The record web API, whatever brings its requests. */
export interface RecordApi {
  /** Answers any request, in JSON; never rejects. */
  handle(request: ApiRequest): Promise<Answer>;
  /** Says from now on that it is not ready; calls are still carried out. */
  close(): void;
}

/** The record web API over engines. Throws when two of them serve applications of one id. */
export function createRecordApi(options: RecordApiOptions): RecordApi {
  let isClosing = false;
  const service = createService(options, () => isClosing);
  return {
    async handle(request) {
      try {
        const found = findRoute(request);
        return found.refusal ?? (await found.route.answer(service, found.request));
      } catch (fault) {
        options.reportFault?.(fault, request.id);
        return answerFault(fault, request.id);
      }
    },
    close() {
      isClosing = true;
    },
  };
}
