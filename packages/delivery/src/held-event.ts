import type { WebhookCall } from "@tablewright/core";
import type { StoredEvent } from "@tablewright/core/storage";

/** An event that this worker has claimed, its request read. */
export interface HeldEvent {
  readonly id: string;
  /** As it was claimed; due when the claim ends. */
  readonly event: StoredEvent;
  readonly call: WebhookCall;
  readonly url: URL;
}

/** Undefined for a payload that is no request: nothing of ours writes such a one. */
export function readHeldEvent(event: StoredEvent): HeldEvent | undefined {
  try {
    const call = JSON.parse(event.payload) as WebhookCall;
    return { id: event.id, event, call, url: new URL(call.url) };
  } catch {
    return undefined;
  }
}
