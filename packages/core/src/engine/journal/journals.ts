import type { JournalPage, Store, StoredEvent, StoredRun } from "../../storage/index.ts";
import { readOutbox, readRuns } from "../engine-tables/outbox.ts";
import type { EmailMessage } from "../rules/effects/render-email.ts";
import type { WebhookCall } from "../rules/effects/render-webhook.ts";

/** What is to be carried out outside the application: a request, or a mail. */
export type Effect = WebhookCall | EmailMessage;

/** An effect in the outbox. */
export interface EffectEvent extends Omit<StoredEvent, "payload"> {
  readonly payload: Effect;
}

/** What the workflow rules did, the newest first, of all callers: for operators, past every security filter. */
export interface Journals {
  /**
   * That rules met changed rows, and what came of it. Give the last `sequence` as `before` for the next page. The default
   * `limit` is 50.
   */
  listRuns(page?: Partial<JournalPage>): Promise<readonly StoredRun[]>;
  /** The outbox: what was queued, how often it was tried and how that ended. Paged as the runs are. */
  listEvents(page?: Partial<JournalPage>): Promise<readonly EffectEvent[]>;
}

const FIRST_PAGE: JournalPage = { limit: 50 };

export function journals(store: Store): Journals {
  return {
    listRuns: (page) => store.read((transaction) => readRuns(transaction, { ...FIRST_PAGE, ...page })),
    listEvents: async (page) => {
      const events = await store.read((transaction) => readOutbox(transaction, { ...FIRST_PAGE, ...page }));
      return events.map((event) => ({ ...event, payload: JSON.parse(event.payload) as Effect }));
    },
  };
}
