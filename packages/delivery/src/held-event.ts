import type { Effect, EmailMessage, WebhookCall } from "@tablewright/core";
import type { StoredEvent } from "@tablewright/core/storage";

/** An event that this worker has claimed, its effect read. */
export interface HeldEvent {
  readonly id: string;
  /** As it was claimed; due when the claim ends. */
  readonly event: StoredEvent;
  readonly effect: HeldEffect;
  /** Whom it goes to: the host of a URL with its port, the mail server, or a step of the program. */
  readonly host: string;
}

export type HeldEffect =
  | { readonly kind: "webhook"; readonly call: WebhookCall; readonly url: URL }
  | { readonly kind: "call"; readonly call: WebhookCall; readonly step: string }
  | { readonly kind: "mail"; readonly message: EmailMessage };

/** Undefined for a payload that is no effect: nothing of ours writes such a one. */
export function readHeldEvent(event: StoredEvent): HeldEvent | undefined {
  try {
    const { id } = event;
    const payload = JSON.parse(event.payload) as Effect;
    if (payload.kind === "email")
      return { id, event, effect: { kind: "mail", message: payload }, host: MAIL_SERVER };
    const url = new URL(payload.url);
    if (url.protocol === "call:") {
      const step = url.pathname;
      return { id, event, effect: { kind: "call", call: payload, step }, host: `call:${step}` };
    }
    return { id, event, effect: { kind: "webhook", call: payload, url }, host: url.host };
  } catch {
    return undefined;
  }
}

/** No host of a URL is called so. */
const MAIL_SERVER = "(mail)";
