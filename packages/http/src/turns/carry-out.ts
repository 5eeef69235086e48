import { diagnose, type TimeSlice } from "@tablewright/core";
import { continueWith } from "@tablewright/core/compiler";
import type { JsonValue } from "@tablewright/core/expression";
import type { HeldKey } from "../access/access-key.ts";
import { type Answer, whenSent } from "../answers/answer.ts";
import { writeProblem } from "../answers/problem.ts";
import type { ApiRequest } from "../api-request.ts";
import { readBody, readBytes } from "../body/read-body.ts";
import { overLimit } from "../limits.ts";
import type { Service } from "../service.ts";
import { HeldBytes, type Room } from "./room.ts";

/** A request that may have to wait for the rest of its body and for its turn. */
export interface WaitingRequest extends ApiRequest {
  /** The turn that has come, of a request that is answered again in it. */
  readonly turn?: TimeSlice;
  /**
   * Answers the request again in its turn, with the body that has arrived meanwhile, by the key, the token and the definition as they
   * are now; undefined where they cannot have changed since it was admitted.
   */
  readonly answerAgain?: (
    turn: TimeSlice,
    body: Uint8Array | undefined,
  ) => Answer | Promise<Answer> | undefined;
}

/**
 * Carries out a call within the limits of its key. Its body is received first, so that one that arrives slowly takes no
 * place from the key's other calls; it is held until the answer is made, and the place is until the answer was sent. A call whose
 * caller has gone while it waited for a place is not carried out.
 */
export function carryOut(
  service: Service,
  key: HeldKey,
  request: WaitingRequest,
  work: (body: JsonValue, turn: TimeSlice) => Promise<Answer>,
): Promise<Answer> {
  const { limits } = service;
  return withBytes(service, key, request, limits.bodyBytes, (bytes, held) =>
    inPlace(
      service,
      key,
      request,
      (turn) =>
        continueWith(readBody(bytes, request.headers, limits, held, turn), ({ output, diagnostics }) =>
          output === undefined ? writeProblem(diagnostics, request.id) : work(output, turn),
        ),
      { bytes },
    ),
  );
}

/** Receives a body of at most so many bytes, as it was sent, and holds it until the answer is made. */
export async function withBytes(
  service: Service,
  { turns: { limiter, bodies } }: HeldKey,
  request: WaitingRequest,
  limit: number,
  work: (bytes: Uint8Array, held: HeldBytes) => Promise<Answer>,
): Promise<Answer> {
  if (limiter.full !== undefined && request.turn === undefined) return busy(limiter.full, request);
  const held = new HeldBytes([bodies, service.bodies]);
  try {
    const received = await readBytes(request, limit, held);
    if (received.output === undefined) return writeProblem(received.diagnostics, request.id);
    return await work(received.output, held);
  } finally {
    held.keep(0);
  }
}

/** Carries out what needs no body, or has its `bytes`, within the same limits. An answer that `lasts` keeps no place. */
export async function inPlace(
  service: Service,
  { turns }: HeldKey,
  request: WaitingRequest,
  work: (turn: TimeSlice) => Answer | Promise<Answer>,
  { bytes, lasts = false }: { readonly bytes?: Uint8Array; readonly lasts?: boolean } = {},
): Promise<Answer> {
  if (request.turn !== undefined) return work(request.turn);
  const { limiter, processor } = turns;
  const { full } = limiter;
  if (full !== undefined) return busy(full, request);
  const place = limiter.enter();
  if (place !== "free") await place;
  if (request.signal?.aborted) {
    limiter.leave();
    return writeProblem([ABANDONED], request.id);
  }
  const begun = service.scheduler.begin(processor);
  const turn = begun instanceof Promise ? await begun : begun;
  const leave = () => {
    turn.finish();
    limiter.leave();
  };
  try {
    const answer = await (request.answerAgain?.(turn, bytes) ?? work(turn));
    if (!lasts) return whenSent(answer, leave);
    leave();
    return answer;
  } catch (error) {
    leave();
    if (request.signal?.aborted && error === request.signal.reason)
      return writeProblem([ABANDONED], request.id);
    throw error;
  }
}

/** Read only in the log. */
const ABANDONED = diagnose("request/unreadable-body", {
  reason: "its caller has gone before it was answered",
});

function busy(room: Room, request: ApiRequest): Answer {
  return writeProblem([overLimit(room.name, room.limit)], request.id);
}
