import type { Effect } from "../../journal/journals.ts";

/** An effect as it is put into the outbox. */
export interface RenderedEffect {
  /** As JSON. */
  readonly payload: string;
  /** Where it waits for earlier events of its row; undefined where it does not. */
  readonly lane: number | undefined;
}

export function renderedEffect(effect: Effect): RenderedEffect {
  return { payload: JSON.stringify(effect), lane: effect.lane };
}
