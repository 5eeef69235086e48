import type { RequestOptions } from "./send-request.ts";

/** Which events of the outbox are listed; what is left out does not matter. */
export interface EventOptions extends RequestOptions {
  readonly state?: OutboxEvent["state"] | undefined;
  readonly rule?: string | undefined;
  readonly limit?: number | undefined;
}

/** A webhook or a mail that a rule asked for: how far it is, and where it goes. Times are ISO 8601. */
export interface OutboxEvent {
  readonly id: string;
  readonly state: "waiting" | "delivered" | "failed" | "dropped";
  readonly rule: string;
  readonly table?: string;
  readonly key?: string;
  readonly change?: string;
  /** Of a webhook. */
  readonly method?: string;
  readonly url?: string;
  /** Of a mail. */
  readonly to?: string;
  readonly subject?: string;
  /** Requests that were sent since the event was last queued or sent again. */
  readonly attempts: number;
  readonly created: string;
  /** When it is tried next, of an event that waits. */
  readonly due?: string;
  /** How the last attempt ended, such as `204 No Content`. */
  readonly lastAttempt?: string;
  /** The beginning of what the receiver answered to it. */
  readonly answer?: string;
  /** Why it is not delivered. */
  readonly error?: string;
}

/** What became of events that were to be sent again or given up. */
export interface ChangedEvents {
  /** Their ids. */
  readonly changed: readonly string[];
  /** Events that stayed as they were, with a sentence that says why. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}
