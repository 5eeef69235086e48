import type { TakenTime } from "./shared-rates.ts";

/** How many calls somebody may make in a time. */
export interface RateLimiter {
  /** Takes one call of those of `name`; answers 0, or the seconds after which there is one again. `now` in milliseconds. */
  take(name: string, now: number): number;
  /** What was taken since this was last asked. */
  taken(): readonly TakenTime[];
  /** Notes what all servers have taken of a name and has not come back; of one that knows of more that stays. */
  learn(shared: TakenTime, now: number): void;
}

/**
 * So many calls at once, which come back evenly within a minute. Of at most `most` names is an account kept, and the one that
 * called longest ago forgotten for a new one: a caller with that many names is bound by other limits.
 */
export function rateLimiter(callsPerMinute: number, most = MOST_ACCOUNTS): RateLimiter {
  const between = MINUTE / callsPerMinute;
  /** When all calls of a name have come back. */
  const fullAt = new Map<string, number>();
  const untold = new Map<string, number>();
  const note = (name: string, full: number) => {
    fullAt.delete(name);
    if (fullAt.size >= most)
      for (const oldest of fullAt.keys())
        if (fullAt.delete(oldest)) {
          untold.delete(oldest);
          break;
        }
    fullAt.set(name, full);
  };
  return {
    take(name, now) {
      const full = Math.max(fullAt.get(name) ?? 0, now);
      const wait = full + between - (now + MINUTE);
      if (wait > ROUNDING) return Math.ceil(wait / 1_000);
      note(name, full + between);
      untold.set(name, (untold.get(name) ?? 0) + between);
      return 0;
    },
    taken() {
      const reports = [...untold].map(([name, milliseconds]) => ({ name, milliseconds }));
      untold.clear();
      return reports;
    },
    learn({ name, milliseconds }, now) {
      const full = now + milliseconds + (untold.get(name) ?? 0);
      if (full > (fullAt.get(name) ?? now)) note(name, full);
    },
  };
}

const MINUTE = 60_000;

/** Milliseconds that sums of fractions may be off. */
const ROUNDING = 1e-3;

/** Keys, people and network addresses, of each. */
export const MOST_ACCOUNTS = 10_000;
