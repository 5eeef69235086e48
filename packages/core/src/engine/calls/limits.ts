import type { RequestLimits } from "../../expression/parts.ts";

/** What a call of an engine may spend: on evaluating, and on what follows from it. */
export interface EngineLimits extends RequestLimits {
  /** Webhooks and mails that the workflow rules of one call put into the outbox. */
  readonly events: number;
  /** Rows that one run of a schedule is for. */
  readonly scheduledRows: number;
  /** Rows that one attachment of a mail may have. */
  readonly attachmentRows: number;
  /** Rows for which the blocks of one template are repeated, all together. */
  readonly templateRows: number;
  /** UTF-16 units of what one template is filled in to. */
  readonly templateLength: number;
  /** Groups that a summary may have. */
  readonly groups: number;
  /** Levels of rows that `Expand` of a Find follows Refs over. */
  readonly expandLevels: number;
  /** Calls of a batch, which together may spend what one call may. */
  readonly calls: number;
  /** Rows that one live Selector may have. */
  readonly liveRows: number;
  /** Rows that the live Selectors of one access key hold together. */
  readonly liveRowsPerKey: number;
  /** Rows that all live Selectors of an engine hold; those of subscribers to the same rows count once. */
  readonly liveRowsInAll: number;
  /** Changes since then that a Find with `AsOf`, or an undo, goes back over. */
  readonly pastChanges: number;
}

export const defaultEngineLimits: Omit<EngineLimits, keyof RequestLimits> = {
  events: 10_000,
  scheduledRows: 100_000,
  attachmentRows: 10_000,
  templateRows: 10_000,
  templateLength: 4_194_304,
  groups: 10_000,
  expandLevels: 2,
  calls: 100,
  pastChanges: 100_000,
  liveRows: 10_000,
  liveRowsPerKey: 125_000,
  liveRowsInAll: 500_000,
};

/** How many events a call may still put into the outbox, whatever rules it sets off. */
export class EventAllowance {
  readonly limit: number;
  /** On each event. */
  readonly limits: Pick<EngineLimits, "attachmentRows" | "templateRows" | "templateLength">;
  #used = 0;

  constructor(limits: Pick<EngineLimits, "events"> & EventAllowance["limits"]) {
    this.limit = limits.events;
    this.limits = limits;
  }

  /** Whether so many more are allowed, which then are used up. */
  take(count: number): boolean {
    if (this.#used + count > this.limit) return false;
    this.#used += count;
    return true;
  }
}
