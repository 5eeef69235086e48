/** A worker whose requests a test answers itself. */
import type { EventOrder, LogEntry } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { VirtualClock } from "@tablewright/tooling/virtual-time";
import {
  type DeliveryLimits,
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendRequest,
  startDelivery,
} from "../src/index.ts";

/** What a receiver does: a status, a whole answer, an error, or never anything. */
export type Reply = number | Partial<ReceivedAnswer> | Error | "never";

/** Answers each request by a rule; `sent` are the requests, the first one first. */
export function receiver(reply: (request: OutgoingRequest, count: number) => Reply) {
  const sent: OutgoingRequest[] = [];
  const send: SendRequest = async (request, signal) => {
    sent.push(request);
    const answer = reply(request, sent.length);
    if (answer instanceof Error) throw answer;
    if (answer === "never") return new Promise((_, reject) => signal.addEventListener("abort", reject));
    const given = typeof answer === "number" ? { status: answer } : answer;
    return { status: 200, statusText: "", location: undefined, retryAfter: undefined, text: "", ...given };
  };
  const ids = () => sent.map(({ headers }) => headers["webhook-id"]);
  return { send, sent, ids };
}

export function work(
  store: Store,
  clock: VirtualClock,
  send: SendRequest,
  limits: Partial<DeliveryLimits> = {},
  environment: Readonly<Record<string, string>> = {},
  order?: () => EventOrder | undefined,
) {
  const log: LogEntry[] = [];
  const delivery = startDelivery({
    store,
    clock,
    send,
    limits,
    order,
    random: () => 0.5,
    secrets: (name) => environment[name],
    log: (entry) => log.push(entry),
  });
  return { ...delivery, log };
}
