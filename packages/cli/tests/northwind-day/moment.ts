import type { Person } from "./person.ts";

/** When a call is made and by whom. */
export interface Moment extends Person {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** The company's time, such as 2026-03-16T08:00:00. */
  readonly now: string;
  readonly today: string;
}

/** The company's clock is seven hours behind UTC on this day. */
const BEHIND = 7 * 3_600_000;

export function momentOf(at: number, person: Person): Moment {
  const now = new Date(at - BEHIND).toISOString().slice(0, 19);
  return { at, now, today: now.slice(0, 10), ...person };
}
