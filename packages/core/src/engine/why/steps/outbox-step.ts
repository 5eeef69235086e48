import type { OutboxEntry } from "../call-event.ts";
import type { TraceStep } from "../call-trace.ts";

/** What was queued, as it was rendered: a webhook by its method and address, a mail by whom it goes to. */
export function outboxStep({ event }: OutboxEntry): TraceStep {
  const payload: Queued = JSON.parse(event.payload);
  const { method, url, body, to, subject } = payload;
  const what =
    url === undefined
      ? `a mail to ${to}, "${subject}"`
      : `${method} ${url}${body === undefined ? "" : ` with ${body}`}`;
  return { about: "event", text: `queued: ${what}`, name: event.rule };
}

interface Queued {
  readonly method?: string;
  readonly url?: string;
  readonly body?: string;
  readonly to?: string;
  readonly subject?: string;
}
